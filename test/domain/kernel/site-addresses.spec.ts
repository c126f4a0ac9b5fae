import { describe, expect, it } from '@jest/globals';
import { routedAddress } from '#kernel/interface/http/site-addresses';

describe('where a request is routed', () => {
  const routed = (url: string, host = 'docs.example.com'): string =>
    routedAddress({ url, headers: { host } }, (name) => name === 'docs.example.com');

  it('is below the host name of a site, for what arrives with it', () => {
    expect(routed('/guides/install?a=b')).toBe('/s/~docs.example.com/guides/install?a=b');
    expect(routed('/~/search?q=b', 'docs.example.com:443')).toBe('/s/~docs.example.com/~/search?q=b');
  });

  it('is the address itself on other hosts, which cannot name a site so', () => {
    expect(routed('/v1/user', 'api.example.com')).toBe('/v1/user');
    expect(routed('/s/~docs.example.com/', 'api.example.com')).toBe('/s/');
  });

  it.each([`/files/a/${'0'.repeat(64)}/key/name.png`, '/~/picture?key=a&url=b', '/~/frame?key=a&url=b'])(
    'is the address itself for what the server signed: %s',
    (url) => expect(routed(url)).toBe(url),
  );

  it.each(['/~/pictures?key=a', '/a/~/picture?key=a', '/~/picture'])('is the site for all other: %s', (url) => {
    expect(routed(url)).toBe(`/s/~docs.example.com${url}`);
  });
});
