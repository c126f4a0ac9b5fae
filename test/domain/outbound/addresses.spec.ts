import { afterAll, describe, expect, it } from '@jest/globals';
import { GuardedOutbound, OutboundRefused } from '#outbound';
import { listen, stopServers, text } from './servers.js';
import { INTERNAL_TARGETS } from './targets.js';

const caps = { maxBytes: 1_000_000, timeoutMs: 5_000 };
const guarded = new GuardedOutbound({ allow: [] });

afterAll(async () => {
  await guarded.close();
  await stopServers();
});

describe('allowed addresses', () => {
  it.each(INTERNAL_TARGETS)('refuses %s', async (url) => {
    await expect(guarded.fetch(url, caps)).rejects.toBeInstanceOf(OutboundRefused);
  });

  it.each(['127.0.0.1', '0x7f.1', '2130706433', '::1', '[::1]', '::ffff:10.0.0.1', 'localhost', 'fe80::1%lo'])(
    'refuses to hand out %s to a protocol that connects itself',
    async (host) => {
      await expect(guarded.checkAddress(host)).rejects.toBeInstanceOf(OutboundRefused);
    },
  );

  it('hands out a public address, in one form', async () => {
    expect(await guarded.checkAddress('0x08.8.8.8')).toBe('8.8.8.8');
    expect(await guarded.checkAddress('2606:4700:4700:0::1111')).toBe('2606:4700:4700::1111');
  });

  it.each(['ftp://example.com/', 'file:///etc/passwd', 'gopher://example.com/', 'data:text/plain,x', 'nonsense'])(
    'refuses %s, which is not http or https',
    async (url) => {
      await expect(guarded.fetch(url, caps)).rejects.toBeInstanceOf(OutboundRefused);
    },
  );

  it('connects to an internal server only if its network is allowed', async () => {
    const server = await listen((_request, response) => response.end('hello'));
    const outbound = new GuardedOutbound({ allow: ['127.0.0.0/8'] });
    expect(await text((await outbound.fetch(server, caps)).body)).toBe('hello');
    await expect(guarded.fetch(server, caps)).rejects.toBeInstanceOf(OutboundRefused);
    await outbound.close();
  });

  it('connects to an allowed name, but not to its address by another name', async () => {
    const server = await listen((_request, response) => response.end('inside'));
    const port = new URL(server).port;
    const resolve = (): Promise<{ address: string; family: number }[]> =>
      Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    const outbound = new GuardedOutbound({ allow: ['docs.internal'], resolve });
    expect(await text((await outbound.fetch(`http://docs.internal:${port}/`, caps)).body)).toBe('inside');
    await expect(outbound.fetch(`http://other.internal:${port}/`, caps)).rejects.toBeInstanceOf(OutboundRefused);
    await expect(outbound.fetch(server, caps)).rejects.toBeInstanceOf(OutboundRefused);
    await outbound.close();
  });

  it('refuses a name if only one of its addresses is internal', async () => {
    const outbound = new GuardedOutbound({
      allow: [],
      resolve: () =>
        Promise.resolve([
          { address: '93.184.216.34', family: 4 },
          { address: '10.0.0.8', family: 4 },
        ]),
    });
    await expect(outbound.fetch('http://two-faced.example/', caps)).rejects.toBeInstanceOf(OutboundRefused);
    await expect(outbound.checkAddress('two-faced.example')).rejects.toBeInstanceOf(OutboundRefused);
  });

  it('refuses a name that becomes internal after the check', async () => {
    let internal = false;
    let reached = 0;
    const server = await listen((_request, response) => response.end(String((reached += 1))));
    const outbound = new GuardedOutbound({
      allow: [],
      resolve: () => Promise.resolve([{ address: internal ? '127.0.0.1' : '93.184.216.34', family: 4 }]),
    });
    expect(await outbound.checkAddress('rebinding.example')).toBe('93.184.216.34');
    internal = true;
    const url = `http://rebinding.example:${new URL(server).port}/`;
    await expect(outbound.fetch(url, caps)).rejects.toBeInstanceOf(OutboundRefused);
    expect(reached).toBe(0);
  });

  it('reports an invalid entry of the allow list at the start', () => {
    expect(() => new GuardedOutbound({ allow: ['10.0.0.0/99'] })).toThrow('"10.0.0.0/99"');
    expect(() => new GuardedOutbound({ allow: ['a b'] })).toThrow('"a b"');
  });
});
