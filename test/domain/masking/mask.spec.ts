import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MARKERS, mask } from '#masking';

describe('what is masked', () => {
  it.each([
    ['an e-mail address', 'Write to john.doe+test@example.com.', 'Write to [e-mail].'],
    ['an address with an entity', 'user&#64;example.com and user&commat;example&period;com', '[e-mail] and [e-mail]'],
    [
      'an address in a link',
      '<a href="mailto:a@b.co?subject=Hi">a@b.co</a>',
      '<a href="mailto:[e-mail]?subject=Hi">[e-mail]</a>',
    ],
    ['an address in a Markdown link', '[a@b.co](mailto:a@b.co)', '[[e-mail]](mailto:[e-mail])'],
    ['a percent-encoded address', 'https://example.com/?u=jane%40example.com', 'https://example.com/?u=[e-mail]'],
    ['an address with a zero-width space', 'jane\u200b@exam\u200bple.com', '[e-mail]'],
    ['an address with an escape of Markdown', 'john\\_doe@example.com', '[e-mail]'],
    ['an address in emphasis', '_jane@example.com_ and **jane@example.com**', '_[e-mail]_ and **[e-mail]**'],
    ['an address with tags within', 'j<b>ane</b>@example.com', '[e-mail]<b></b>'],
    [
      'an address of another script',
      'müller@bücher.example, 请发到foo@example.com谢谢',
      '[e-mail], 请发到[e-mail]谢谢',
    ],
    ['an address that is spelled out', 'jane (at) example (dot) com or jane [at] example.com', '[e-mail] or [e-mail]'],
    ['full-width signs', 'ｊａｎｅ＠ｅｘａｍｐｌｅ．ｃｏｍ', '[e-mail]'],
    ['an international number', 'Call +49 30 1234567 or 0049 30 1234567', 'Call [phone] or [phone]'],
    ['American numbers', '(415) 555-2671, 415-555-2671, 415.555.2671', '[phone], [phone], [phone]'],
    ['German numbers', '0171/1234567 oder 030 12345678', '[phone] oder [phone]'],
    ['French numbers', '01 23 45 67 89 ou 01.23.45.67.89', '[phone] ou [phone]'],
    ['Chinese and Japanese numbers', '电话13800138000，03-1234-5678', '电话[phone]，[phone]'],
    ['a number with a label', 'Tel.: 612 345 678, phone 5551234', 'Tel.: [phone], phone [phone]'],
    ['a link to a number', '<a href="tel:+1-415-555-2671">call</a>', '<a href="tel:[phone]">call</a>'],
    ['full-width digits', '０９０－１２３４－５６７８', '[phone]'],
    ['Arabic digits', '+٤٩ ٣٠ ١٢٣٤٥٦٧', '[phone]'],
    ['cards', '4111 1111 1111 1111, 4111111111111111, 4111-1111-1111-1111', '[card], [card], [card]'],
    ['a card with dots', '4111.1111.1111.1111 and 3782 822463 10005', '[card] and [card]'],
    ['a card with tags within', '4111 <b>1111</b> 1111&nbsp;1111', '[card]<b></b>'],
    ['a card with unseen characters', '4111\u200b1111\u200d1111\u20601111', '[card]'],
    ['accounts', 'DE89 3704 0044 0532 0130 00 and GB82WEST12345698765432', '[iban] and [iban]'],
    ['a key of Amazon', 'AKIAIOSFODNN7EXAMPLE', '[secret]'],
    ['the secret of that key', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', '[secret]'],
    ['a token of GitHub', 'use ghp_16C7e42F292c6912E7710c838347Ae178B4a', 'use [secret]'],
    ['a token of Slack', 'xoxb-1234567890-abcdefghij', '[secret]'],
    ['a key of Stripe', 'sk_live_abcdefgh12345678', '[secret]'],
    ['a key of Google', 'AIzaSyD-abcdefghijklmnopqrstuvwxyz12345', '[secret]'],
    ['keys like those of OpenAI', 'sk-proj-abcd1234efgh5678ijkl', '[secret]'],
    ['a token of Quire', 'quire_abcdefghijABCDEFGHIJ0123456789abcdefghijABC', '[secret]'],
    ['a JSON web token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-DEF_123', '[secret]'],
    ['a header', 'Authorization: Bearer abcdef1234567890abcdef', 'Authorization: Bearer [secret]'],
    [
      'a private key',
      '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKC\nabcdef==\n-----END RSA PRIVATE KEY----- after',
      '[secret] after',
    ],
    ['a password in settings', 'DB_PASSWORD=foo api_key: "two words"', 'DB_PASSWORD=[secret] api_key: "[secret]"'],
    ['a password in JSON', '{"password": "swordfish", "user": "jane"}', '{"password": "[secret]", "user": "jane"}'],
    ['a password on a line', 'Passwort: geheim\nDanke', 'Passwort: [secret]\nDanke'],
    ['a password in a sentence', 'my password is hunter2!', 'my password is [secret]!'],
    ['a password in Chinese', '密码：abc12345', '密码：[secret]'],
    ['a login in a URL', 'https://jane:pa55@db.internal/x', 'https://[secret]@db.internal/x'],
    ['a token in a URL', 'https://example.com/?token=abcdef&page=1', 'https://example.com/?token=[secret]&page=1'],
    [
      'a token in a link within a link',
      '[![b](https://x.io/b.svg?token=bRzR3RyOXZ)](https://x.io)',
      '[![b](https://x.io/b.svg?token=[secret])](https://x.io)',
    ],
    ['a long random string', 'It is Zx8Kq2Lm9Pw4Rt7Yv1Bn6Cd3Fg5Hj0 here', 'It is [secret] here'],
  ])('%s', (_what, text, masked) => {
    expect(mask(text)).toBe(masked);
  });

  it('is as little else as possible: what stays is what tickets are full of', () => {
    const kept = [
      'Version 1.2.3 and v10.20.30, 10.0.0.1, 192.168.100.200, fe80::1ff:fe23:4567:890a',
      '2024-01-03 10:30, 01.02.2024, 01-02-2024 1030, 09.00-17.30, 20240103, 2024-01-03T10:30:00Z',
      '€1.299,00, $12,345.67, 5 000 000, 1,000,000, 12 345 678, 100%, 3.141592653589793',
      'order 12345, #123456789, ticket 1700000000000, ISBN 978-3-16-148410-0',
      '123e4567-e89b-12d3-a456-426614174000, 12345678-1234-1234-1234-123456789012',
      'commit d670460b4b4aece5915caf5c68d12f560a9fe3e4, 9e107d9d372bb6826bd81d3542a419d6',
      'src/components/HelloWorld2/VeryLongComponentName.tsx, this_is_a_very_long_snake_case_name_2',
      'https://example.com/docs/getting-started-with-the-api-v2/installation-guide',
      'git@github.com:org/repo.git, react@18.2.0, @nestjs/core, look @ this, jane@laptop',
      'password: how do I change it? The token is invalid. My api key does not work. token: {token}',
      '<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ">',
      'sk-fading-circle-animation-long, com.example.SomeVeryLongClassNameForTesting2',
      'DE89370400440532013001, 4111 1111 1111 1112, https://example.com/20150721114550/x, 6.2.0...6.2.1) (2018-06-12)',
      'privateKey: fs.readFileSync(key), the token is `QUIRE_ADMIN_TOKEN`, a basic WebSocketSubject implementation',
      'getReusableContentDocumentInRevisionById, #diff-124380949022817b90b622871837d56cR31',
    ].join('\n');
    expect(mask(kept)).toBe(kept);
  });
});

const PIECES = [
  ...['a', 'B1', 'x', 'example', '.com', '@', '.', '-', '_', '+', '(', ')', '[', ']', ' ', '/', ':', '=', '"', "'"],
  ...['&', '&#64;', '%40', '\\', '**', '\u200b', '１', '1', '2', '4', '00', '0171', '1234567', '4111', '1111', '\n'],
  ...['4111 1111 1111 1111', 'DE89', '3704 0044 0532 0130 00', '+49', 'tel', 'tel: ', 'password', 'token', 'sk-'],
  ...['AKIAIOSFODNN7EXAMPLE', 'eyJhbGciOi', 'Zx8Kq2Lm9Pw4Rt7Yv1Bn6Cd3Fg5Hj0', 'Bearer ', '://', '(at)', 'git@', '=='],
  ...[
    '-----BEGIN PRIVATE KEY-----',
    '-----END PRIVATE KEY-----',
    '[secret]',
    'e-mail',
    '中',
    'ü',
    ';',
    '#',
    '2024-01-03',
  ],
];
PIECES.push(
  'Authorization: Token ',
  'Cookie: a=',
  'password was ',
  'pw: ',
  '--password ',
  'curl -u a:',
  'x_KEY=',
  ' AT ',
);
PIECES.push(
  ' DOT ',
  'localhost',
  '_1111',
  '4111_',
  '\n1111',
  '| ',
  'hunter2',
  'mysql://root:',
  'and ',
  'call ',
  '555-2345',
);
const TAGS = [
  '<td>',
  '</td>',
  '<b>',
  '</b>',
  '<p>',
  '</p>',
  '<br>',
  '<a href="mailto:x@y.de">',
  '</a>',
  '<span title="01712345678">',
];

const texts = fc.array(fc.oneof(fc.constantFrom(...PIECES, ...TAGS), fc.string({ maxLength: 3 })), { maxLength: 30 });

describe('masking', () => {
  it('twice is masking once', () => {
    fc.assert(
      fc.property(texts, (pieces) => {
        const masked = mask(pieces.join(''));
        expect(mask(masked)).toBe(masked);
      }),
      { numRuns: 3_000 },
    );
  });

  it('keeps every tag, in its order', () => {
    const tagsOf = (text: string): string[] => text.match(/<\/?[a-z]+/g) ?? [];
    const around = fc.array(fc.constantFrom(...PIECES.filter((piece) => !/["']/.test(piece)), ...TAGS), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(around, (pieces) => {
        expect(tagsOf(mask(pieces.join('')))).toEqual(tagsOf(pieces.join('')));
      }),
      { numRuns: 3_000 },
    );
  });

  it('hides an address, a number, a card and a token wherever they are', () => {
    const words = fc.array(fc.constantFrom('the', 'order', 'fails', '—', '问题', '<p>', '</p>', '> ', '* ', '\n'), {
      maxLength: 8,
    });
    const hidden = fc.constantFrom(
      ['jane.roe@example.com', MARKERS['e-mail']],
      ['+49 30 1234567', MARKERS.phone],
      ['4111 1111 1111 1111', MARKERS.card],
      ['ghp_16C7e42F292c6912E7710c838347Ae178B4a', MARKERS.secret],
    );
    fc.assert(
      fc.property(words, hidden, words, (before, [secret = '', marker = ''], behind) => {
        const around = (middle: string): string => `${before.join(' ')} ${middle} ${behind.join(' ')}`;
        expect(mask(around(secret))).toBe(around(marker));
      }),
      { numRuns: 1_000 },
    );
  });
});
