/** Sending a link on, without an account: to another app, to the clipboard, or as text to be copied by hand. */

/** sent: the device's own sheet took it; copied: it is in the clipboard; shown: neither works here, the page has to show it. */
export type Shared = 'sent' | 'copied' | 'shown';

type Device = Pick<Navigator, 'clipboard'> & Partial<Pick<Navigator, 'share'>>;

export async function shareLink(url: string, text: string, device: Device = navigator): Promise<Shared> {
  if (device.share) {
    try {
      await device.share({ title: text, text, url });
      return 'sent';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'sent'; // they thought better of it
    }
  }
  return copyText(text === '' ? url : `${text} ${url}`, device);
}

/** Over plain http a page may not write to the clipboard. */
export async function copyText(text: string, device: Device = navigator): Promise<'copied' | 'shown'> {
  try {
    await device.clipboard.writeText(text);
    return 'copied';
  } catch {
    return 'shown';
  }
}
