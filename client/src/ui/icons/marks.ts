/**
 * The patterns of the six sides on a square of 8, the same on maps, marks and the poster. The second is dots, the
 * others are hatchings.
 */
export const MARKS = [
  'M-2,2 l4,-4 M0,8 l8,-8 M6,10 l4,-4',
  'M2,2 m-1.3,0 a1.3,1.3 0 1,0 2.6,0 a1.3,1.3 0 1,0 -2.6,0 M6,6 m-1.3,0 a1.3,1.3 0 1,0 2.6,0 a1.3,1.3 0 1,0 -2.6,0',
  'M2,0 V8 M6,0 V8',
  'M0,4 H8 M4,0 V8',
  'M0,2 H8 M0,6 H8',
  'M0,5 l4,-4 l4,4',
] as const;
