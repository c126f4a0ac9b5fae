import { describe, expect, it } from '@jest/globals';
import { mask } from '#masking';

describe('passwords', () => {
  it.each([
    ['my password was Tr0ub4dor&3', 'my password was [secret]'],
    ['pw: hunter2, pwd=hunter2, passphrase is hunter2', 'pw: [secret], pwd=[secret], passphrase is [secret]'],
    [
      'Mein Passwort lautet geheim99. Mon mot de passe : soleil99',
      'Mein Passwort lautet [secret]. Mon mot de passe : [secret]',
    ],
    [
      'contraseña: clave77 y パスワードはhunter2 和 密码：hunter2',
      'contraseña: [secret] y パスワードは[secret] 和 密码：[secret]',
    ],
    ['password: letmein and it fails', 'password: [secret] and it fails'],
    ['user: bob, password: letmein, host: x', 'user: bob, password: [secret], host: x'],
  ])('are hidden behind their name: %s', (text, masked) => {
    expect(mask(text)).toBe(masked);
  });

  it.each([
    ['Password:\nhunter2\nThanks', 'Password:\n[secret]\nThanks'],
    ['Password:\r\nletmein\r\n\r\nThanks', 'Password:\r\n[secret]\r\n\r\nThanks'],
    ['Password:<br>hunter2<br>', 'Password:<br>[secret]<br>'],
    ['<p><b>Passwort:</b></p>\n<p>geheim</p>', '<p><b>Passwort:</b></p>\n<p>[secret]</p>'],
    ['<tr><td>Password</td><td>hunter2</td></tr>', '<tr><td>Password</td><td>[secret]</td></tr>'],
    ['<tr>\n <th>Password:</th>\n <td>letmein</td>\n</tr>', '<tr>\n <th>Password:</th>\n <td>[secret]</td>\n</tr>'],
    ['| User | bob |\n| Password | hunter2 |', '| User | bob |\n| Password | [secret] |'],
    ['| Passwort: | geheim |', '| Passwort: | [secret] |'],
  ])('are hidden on the line, and in the cell, behind their name: %j', (text, masked) => {
    expect(mask(text)).toBe(masked);
  });

  it.each([
    ['password hunter2', 'password [secret]'],
    ['the password Tr0ub4dor&3 does not work', 'the password [secret] does not work'],
    ['password P@ssword, please', 'password [secret], please'],
  ])('are hidden without a sign where they look like one: %s', (text, masked) => {
    expect(mask(text)).toBe(masked);
  });

  it.each([
    ['PASS=hunter2 DB_PASS=hunter2xx', 'PASS=[secret] DB_PASS=[secret]'],
    ['ROOT_PASSWORD=letmein\nAPP_SECRET=swordfish', 'ROOT_PASSWORD=[secret]\nAPP_SECRET=[secret]'],
    ['CI_TOKEN=abcdef STRIPE_KEY=abcd1234efgh5678', 'CI_TOKEN=[secret] STRIPE_KEY=[secret]'],
    ['mysql --password hunter2 --host db', 'mysql --password [secret] --host db'],
    ["mysql --pass 'two words' --db-password=letmein", "mysql --pass '[secret]' --db-password=[secret]"],
    ['deploy --api-key abc --token letmein', 'deploy --api-key [secret] --token [secret]'],
    ['curl -s -u admin:hunter2 https://x.io', 'curl -s -u admin:[secret] https://x.io'],
    ["curl --user 'admin:hunter2' \\\n https://x.io", "curl --user 'admin:[secret]' \\\n https://x.io"],
  ])('are hidden in settings and commands: %s', (text, masked) => {
    expect(mask(text)).toBe(masked);
  });

  it.each([
    ['mysql://root:p@ss@host/db', 'mysql://[secret]@host/db'],
    ['postgres://root:p@ss@db.example.com:5432/db', 'postgres://[secret]@db.example.com:5432/db'],
    ['redis://:s3cr/et!@host', 'redis://[secret]@host'],
    ['amqp://u:pa#ss9@host', 'amqp://[secret]@host'],
    ['https://u:pa#s/s9@host/@jane', 'https://[secret]@host/@jane'],
    ['https://token@host/a', 'https://[secret]@host/a'],
  ])('are hidden in addresses, up to the host: %s', (text, masked) => {
    expect(mask(text)).toBe(masked);
  });
});

describe('keys and tokens', () => {
  it.each([
    ['Authorization: Bearer abcdefghijklmnopqrst', 'Authorization: Bearer [secret]'],
    ['Authorization: Token abcdef123456', 'Authorization: Token [secret]'],
    ['authorization: ApiKey abcdef123456789012', 'authorization: ApiKey [secret]'],
    ['Authorization: Basic Ym9iOnB3MQ==', 'Authorization: Basic [secret]'],
    ['Proxy-Authorization: Digest username="bob", response="6629fae4"', 'Proxy-Authorization: Digest [secret]'],
    ['-H "Authorization: Bearer AbCdEfGhIjKl" https://x.io', '-H "Authorization: Bearer [secret]" https://x.io'],
    ['{"Authorization": "Token abcdef123456"}', '{"Authorization": "Token [secret]"}'],
    ['Cookie: session=abcdefghijklmnopqrstuv; theme=dark', 'Cookie: session=[secret]; theme=[secret]'],
    ['Set-Cookie: sid=abc; Path=/; HttpOnly', 'Set-Cookie: sid=[secret]; Path=/; HttpOnly'],
  ])('are hidden in headers: %s', (text, masked) => {
    expect(mask(text)).toBe(masked);
  });

  it.each([
    ['my api key d670460b4b4aece5915caf5c68d12f56', 'my api key [secret]'],
    [`patAbCdEfGhIjKlMn.${'d670460b'.repeat(8)}`, '[secret]'],
  ])('are hidden: %s', (text, masked) => {
    expect(mask(text)).toBe(masked);
  });
});

describe('numbers and addresses', () => {
  it.each([
    ['Telefonnummer 017612345678, mobil 017612345678', 'Telefonnummer [phone], mobil [phone]'],
    ['017612345678', '[phone]'],
    ['my number is 5552345678', 'my number is [phone]'],
    ['you can call me: 9876543210', 'you can call me: [phone]'],
    ['Call 555-2345', 'Call [phone]'],
    ['4111_1111_1111_1111', '[card]'],
    ['4111\n1111\r\n1111\n> 1111', '[card]'],
    ['<td>4111</td><td>1111</td>\n<td>1111</td><td>1111</td>', '<td>[card]</td><td></td><td></td><td></td>'],
    ['| 4111 | 1111 | 1111 | 1111 |', '| [card] |'],
    ['3782_822463_10005', '[card]'],
    ['card4111111111111111end', 'card[card]end'],
    ['"john doe"@example.com', '[e-mail]'],
    ['root@localhost, user@[192.168.1.1]', '[e-mail], [e-mail]'],
    ['jane AT example DOT com', '[e-mail]'],
  ])('are hidden: %j', (text, masked) => {
    expect(mask(text)).toBe(masked);
  });
});

describe('ordinary text', () => {
  it.each([
    'password reset, my password does not work, token limit of 4096, the token limit is 4096, api key rotation',
    'password: how do I change it? Password: reset fails and I wait. Passwort: vergessen und gesperrt',
    'The password is 8 characters long. Password: 12 characters minimum. The password was 10 characters.',
    'password sha256 hash, password base64, password v1.2.3, password argon2id, password OAuth2, password PROJ-123',
    'password field2 is empty, password 2026-10-01, password expired 90days ago, password 2fa, password length16',
    'my password was changed yesterday, password was reset, my password is not accepted',
    'All tests pass node18, pass: 12 fail: 3, bypass=1, Pass: yes, pass=12 fail=0',
    '| User | Password | Role |\n|---|---|---|',
    '| Password | string | required |\n| token | 4096 | max |',
    '<th>Password</th><th>Role</th><td>Password</td><td>required</td>',
    'Password:\nHow do I change it?',
    'Authorization: required. Authorization: Bearer token is missing. Authorization: Basic authentication',
    'Authorization: Bearer <token>, Authorization: Bearer $TOKEN, Authorization: Bearer {token}',
    'Cookie: how do I accept it? cookie: none',
    'Call 911, call 404 twice, Call 2024-01-03, call me 2024-01-03 10:30, call me on 01.02.2024',
    'my order number is 4711234567, order 4711234567, invoice 20261001, price 4111.50, 4111 1111 1111 1112',
    'https://example.com/@jane/x https://example.com:8080/@jane http://localhost:3000/@vite/client',
    'ssh://git@github.com/org/repo.git, https://web.archive.org/web/https://example.com/@x',
    'look AT EXAMPLE.COM, LOOK AT EXAMPLE COM, jane at example dot com',
    'docker run -u 1000:1000 -p 80:80 --user 1000:1000',
    'The --password flag, --password is required, --password <value>, --token $TOKEN, the --token option',
    'SORT_KEY=name, PRIMARY_KEY=id, CACHE_KEY=v1',
    '2024\n2023\n2022\n2021\n4111\n1111\n1111\n1111\n1111',
    'x/d4111111111111111aaaaaaab',
  ])('stays: %j', (text) => {
    expect(mask(text)).toBe(text);
  });
});
