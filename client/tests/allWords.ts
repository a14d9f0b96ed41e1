import { wordsAtTables } from '../src/words';

await wordsAtTables(); // as on every page but the first
