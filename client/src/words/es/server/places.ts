/** Spanish: the places on the cards, by postal code. */

export const places = {
  AK: 'Alaska', AL: 'Alabama', AR: 'Arkansas', AZ: 'Arizona', CA: 'California', CO: 'Colorado', CT: 'Connecticut',
  DC: 'Distrito de Columbia', DE: 'Delaware', FL: 'Florida', GA: 'Georgia', HI: 'Hawái', IA: 'Iowa', ID: 'Idaho',
  IL: 'Illinois', IN: 'Indiana', KS: 'Kansas', KY: 'Kentucky', LA: 'Luisiana', MA: 'Massachusetts', MD: 'Maryland',
  ME: 'Maine', MI: 'Míchigan', MN: 'Minnesota', MO: 'Misuri', MS: 'Misisipi', MT: 'Montana', NC: 'Carolina del Norte',
  ND: 'Dakota del Norte', NE: 'Nebraska', NH: 'Nuevo Hampshire', NJ: 'Nueva Jersey', NM: 'Nuevo México', NV: 'Nevada',
  NY: 'Nueva York', OH: 'Ohio', OK: 'Oklahoma', OR: 'Oregón', PA: 'Pensilvania', RI: 'Rhode Island',
  SC: 'Carolina del Sur', SD: 'Dakota del Sur', TN: 'Tennessee', TX: 'Texas', UT: 'Utah', VA: 'Virginia', VT: 'Vermont',
  WA: 'Washington', WI: 'Wisconsin', WV: 'Virginia Occidental', WY: 'Wyoming',
};
