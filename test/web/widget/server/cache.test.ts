import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cacheFor } from '../../../../web/widget/server/cache.ts';

describe('what a proxy keeps', () => {
  beforeEach(() => {
    // Like on Workers, where no timer outlives its request.
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    vi.stubGlobal('setTimeout', () => ({}));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  const counted = () => {
    const ask = vi.fn(async (name: string) => name);
    return { ask, look: cacheFor(5000, ask, () => true) };
  };

  it('is asked for again after its time, even where no timer ever ends', async () => {
    const { ask, look } = counted();
    await look('docs.acme.com');
    vi.setSystemTime(4999);
    await look('docs.acme.com');
    expect(ask).toHaveBeenCalledTimes(1);
    vi.setSystemTime(5000);
    await look('docs.acme.com');
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('is at most a thousand answers, and one that is asked for again takes no other’s place', async () => {
    const { ask, look } = counted();
    for (let name = 0; name < 1000; name += 1) await look(String(name));
    vi.setSystemTime(5000);
    await look('500');
    vi.setSystemTime(0);
    await look('0');
    expect(ask).toHaveBeenCalledTimes(1001);
    await look('1000');
    await look('0');
    expect(ask).toHaveBeenCalledTimes(1003);
  });

  it('what a proxy could not be told is not kept', async () => {
    const ask = vi.fn().mockRejectedValueOnce(new Error('refused')).mockResolvedValue('known');
    const look = cacheFor(5000, ask, () => true);
    await expect(look('docs.acme.com')).rejects.toThrow('refused');
    expect(await look('docs.acme.com')).toBe('known');
  });
});
