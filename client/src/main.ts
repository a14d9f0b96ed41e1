import { mount } from 'svelte';
import App from './App.svelte';
import { watchInput } from './lib/input';
import { install } from './lib/install.svelte';
import { release } from './lib/release.svelte';
import { isForgetting } from './lib/settings.svelte';
import './styles/base.css';
import './styles/primitives.css';
import './styles/forced.css';
import { speak } from './words';

watchInput();
install.watch();
addEventListener('storage', (event) => {
  if (isForgetting(event)) location.reload(); // another window has forgotten everything
});
const target = document.getElementById('app');
// A language that cannot be fetched leaves the page in English.
void speak()
  .catch(() => undefined)
  .then(() => {
    if (target) mount(App, { target });
    release.watch();
  });
