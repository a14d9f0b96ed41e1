/** The client without a server: the same pages, in front of a worker that plays the games itself. */

import { language } from '../words/language';
import { useEnv } from '../session/env';
import { localEnv } from './env.ts';
import { excusesIn } from './excuses.ts';

const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
useEnv(localEnv(worker, new URL('games/', document.baseURI).href, excusesIn(language())));
void import('../main');
