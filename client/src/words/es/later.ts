/** Spanish: what the pages say that a first screen does not need. */

export { classes } from './classes';
export { clubs } from './clubs';
export { debrief } from './debrief';
export { glossary } from './glossary';
export { lessons } from './lessons';
export { mine } from './mine';
export { print } from './print';
export { stored } from './stored';
