/** Share a link without an account: through another app, the clipboard, or as text to copy by hand. */

import { toast } from './toast';

/**
 * sent: the device's share sheet opened. copied: the link is in the clipboard. shown: neither works, so the page must
 * show the link.
 */
export type Shared = 'sent' | 'copied' | 'shown';

type Device = Pick<Navigator, 'clipboard'> & Partial<Pick<Navigator, 'share'>>;

export async function shareLink(url: string, text: string, copied: string, device: Device = navigator): Promise<Shared> {
  if (device.share) {
    try {
      await device.share({ title: text, text, url });
      return 'sent';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'sent'; // the person cancelled
    }
  }
  return copyText(text === '' ? url : `${text} ${url}`, copied, device);
}

/** Copy a text to the clipboard and show `copied`; "shown" if the browser forbids it, as over plain http. */
export async function copyText(text: string, copied: string, device: Device = navigator): Promise<'copied' | 'shown'> {
  try {
    await device.clipboard.writeText(text);
    toast(copied);
    return 'copied';
  } catch {
    return 'shown';
  }
}
