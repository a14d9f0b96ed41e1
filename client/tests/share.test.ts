import { describe, expect, it, vi } from 'vitest';
import { shareLink } from '../src/lib/share';
import { toast } from '../src/lib/toast';

vi.mock('../src/lib/toast', () => ({ toast: vi.fn() }));

const clipboard = (kept: string[]): Clipboard => ({ writeText: (text: string) => Promise.resolve(void kept.push(text)) }) as unknown as Clipboard;
const none = { writeText: () => Promise.reject(new Error('plain http')) } as unknown as Clipboard;

describe('sharing a link', () => {
  it('uses the sheet of the device where there is one', async () => {
    const sent: ShareData[] = [];
    const share = (data?: ShareData): Promise<void> => Promise.resolve(void sent.push(data ?? {}));
    expect(await shareLink('https://here/r/ABCDEF/replay', 'Ann wins.', 'Copied.', { share, clipboard: none })).toBe('sent');
    expect(sent).toEqual([{ title: 'Ann wins.', text: 'Ann wins.', url: 'https://here/r/ABCDEF/replay' }]);
  });

  it('copies it elsewhere, and says where that is impossible too', async () => {
    const kept: string[] = [];
    expect(await shareLink('https://here/', 'Ann wins.', 'Copied.', { clipboard: clipboard(kept) })).toBe('copied');
    expect(vi.mocked(toast).mock.calls).toEqual([['Copied.']]); // only what is in the clipboard is called copied
    expect(kept).toEqual(['Ann wins. https://here/']);
    expect(await shareLink('https://here/', '', 'Copied.', { clipboard: none })).toBe('shown');
    expect(toast).toHaveBeenCalledOnce();
  });

  it('copies nothing when somebody thinks better of it', async () => {
    const kept: string[] = [];
    const share = (): Promise<void> => Promise.reject(new DOMException('', 'AbortError'));
    expect(await shareLink('https://here/', '', 'Copied.', { share, clipboard: clipboard(kept) })).toBe('sent');
    expect(kept).toEqual([]);
  });
});
