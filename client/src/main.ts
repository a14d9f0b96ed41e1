import { mount } from 'svelte';
import App from './App.svelte';
import { watchInput } from './lib/input';
import { release } from './lib/release.svelte';
import './styles/base.css';
import './styles/primitives.css';
import './styles/forced.css';
import { speak } from './words';

watchInput();
const target = document.getElementById('app');
// A language that cannot be fetched leaves the page in English.
void speak()
  .catch(() => undefined)
  .then(() => {
    if (target) mount(App, { target });
    release.watch();
  });
