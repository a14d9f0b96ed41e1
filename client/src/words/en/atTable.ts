/** English: what the client says at a table and on every page but the first. */

import { after } from './after';
import { boards } from './boards';
import { lobby } from './lobby';
import { mudslinger } from './mudslinger';
import { post } from './post';
import { table } from './table';

export const atTable = {
  ...lobby,
  ...table,
  ...boards,
  mudslinger,
  post,
  ...after,
};
