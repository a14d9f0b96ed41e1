/** The language shown. A second language is a second file of the same shape, chosen here. */

import { en } from './en';

export type Words = typeof en;

export const words: Words = en;
