import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  extractIssues,
  MOST_ISSUES,
  MOST_SUMMARY,
  MOST_TITLE,
  LANGUAGES,
  type ConversationPart,
} from '#issue-extraction';

const user = (...bodies: string[]): ConversationPart[] =>
  bodies.map((body) => ({ type: 'message', role: 'user', body }));
const titlesOf = (...bodies: string[]): string[] => extractIssues({ parts: user(...bodies) }).map(({ title }) => title);

const ENGLISH = `Hi team,

I can't log in since yesterday. The page shows "Error 500" after I enter my password.
How can I reset my session?

Best regards,
Jane Roe
Head of Things
ACME Inc.`;

const GERMAN = `Sehr geehrte Damen und Herren,

leider funktioniert der Export als PDF nicht mehr. Wenn ich auf „Exportieren“ klicke, passiert nichts.
Wie kann ich das beheben?

Mit freundlichen Grüßen
Max Mustermann

--
Max Mustermann | Muster GmbH | Amtsgericht Berlin

Am 03.01.2024 um 10:30 schrieb Support <support@example.com>:
> Wie können wir helfen?
> Haben Sie den Cache geleert?`;

const FRENCH = `Bonjour,

Je ne peux pas me connecter à mon espace. Comment réinitialiser mon mot de passe ?

Cordialement,
Marie

Le lun. 3 janv. 2024 à 10:30, Support <support@example.com> a écrit :

Bonjour, avez-vous essayé de vider le cache ?`;

const CHINESE = '您好，\n我无法登录我的账号，页面显示错误500。请问如何重置密码？\n\n谢谢！\n王小明';
const JAPANESE = `お世話になっております。

PDFのエクスポートができません。エラーメッセージが表示されます。どうすればよいですか？

よろしくお願いします。
田中`;

const HTML = `<html><head><style>p { color: red }</style></head><body><p>Hi,</p>
<p>the <b>search</b> doesn&#39;t find my pages since the update.</p><p>Is this a known problem?</p>
<div class="gmail_quote">On Mon, Jan 3, 2024 at 10:30 AM Support &lt;support@example.com&gt; wrote:<br>
<blockquote>Can you tell us more?<p>What is your browser?</p></blockquote></div></body></html>`;

describe('an issue', () => {
  it.each([
    ['English', ENGLISH, 'en', 'How can I reset my session?'],
    ['German', GERMAN, 'de', 'leider funktioniert der Export als PDF nicht mehr.'],
    ['French', FRENCH, 'fr', 'Comment réinitialiser mon mot de passe ?'],
    ['Chinese', CHINESE, 'zh', '请问如何重置密码？'],
    ['Japanese', JAPANESE, 'ja', 'PDFのエクスポートができません。'],
    ['Spanish', 'Hola, no puedo acceder a mi cuenta. ¿Cómo cambio mi contraseña?', 'es', '¿Cómo cambio mi contraseña?'],
    [
      'Portuguese',
      'Olá, não consigo publicar o meu site desde ontem.',
      'pt',
      'não consigo publicar o meu site desde ontem.',
    ],
    ['Italian', 'Buongiorno, come posso esportare le pagine in PDF?', 'it', 'come posso esportare le pagine in PDF?'],
    ['Dutch', 'Hallo, waarom werkt de zoekfunctie niet meer', 'nl', 'waarom werkt de zoekfunctie niet meer'],
    ['Polish', 'Dzień dobry, nie mogę zalogować się do konta.', 'pl', 'nie mogę zalogować się do konta.'],
    ['Russian', 'Здравствуйте! Не могу войти. Как сменить пароль?', 'ru', 'Как сменить пароль?'],
    ['Korean', '안녕하세요. 비밀번호를 어떻게 재설정하나요?', 'ko', '비밀번호를 어떻게 재설정하나요?'],
    ['traditional Chinese', '請問如何變更網域設定？', 'zh-tw', '請問如何變更網域設定？'],
    [
      'a language without cues',
      'Paano ko babaguhin ang aking password sa account?',
      undefined,
      'Paano ko babaguhin ang aking password sa account?',
    ],
  ])('is found in %s', (_name, body, language, title) => {
    const issues = extractIssues({ parts: user(body) });
    expect(issues).toHaveLength(1);
    expect(issues[0]?.title).toBe(title);
    expect(issues[0]?.language).toBe(language);
  });

  it('is found in HTML, without what is quoted there', () => {
    expect(extractIssues({ parts: user(HTML) })).toEqual([
      {
        title: "the search doesn't find my pages since the update.",
        summary: "the search doesn't find my pages since the update. Is this a known problem?",
        language: 'en',
      },
    ]);
  });

  it('is found in Markdown, without its signs and its code', () => {
    const body = '**Why** does [this page](https://example.com/x) not `compile`?\n\n```\nconst a = b ? c : d;\n```\n';
    expect(titlesOf(body)).toEqual(['Why does this page not compile?']);
  });

  it('says nothing of a signature, a quotation, a greeting or a footer', () => {
    const footer = 'This e-mail is confidential. If you are not the intended recipient, delete it.';
    for (const body of [ENGLISH, GERMAN, FRENCH, CHINESE, JAPANESE, `${ENGLISH}\n\n${footer}`]) {
      const [issue] = extractIssues({ parts: user(body) });
      expect(`${issue?.title} ${issue?.summary}`).not.toMatch(
        /Jane|ACME|Mustermann|Amtsgericht|Marie|王小明|田中|cache|Hi team|Sehr geehrte|Bonjour|您好|世話|confidential/i,
      );
    }
  });

  it.each([
    [
      'Outlook',
      '<div>Webhooks fail with 401.</div><div><b>From:</b> S<br><b>Sent:</b> Mon<br><b>To:</b> J<br>Does it help?</div>',
    ],
    ['an original message', 'Webhooks fail with 401.\n\n-----Ursprüngliche Nachricht-----\nKönnen Sie neu starten?'],
    [
      'an introduction on two lines',
      'Webhooks fail with 401.\n\nOn Mon, Jan 3, 2024 at 10:30 AM Support\n<s@example.com> wrote:\n\nDoes it help?',
    ],
    ['Chinese', 'Webhooks fail with 401.\n\n2024年1月3日 10:30，客服写道：\n\n请问您试过了吗？'],
  ])('ends where the message that it answers begins: %s', (_what, body) => {
    const issues = extractIssues({ parts: user(body) });
    expect(issues).toHaveLength(1);
    expect(issues[0]?.summary).toBe('Webhooks fail with 401.');
  });

  it('is read between the lines of a quotation', () => {
    expect(titlesOf('> Did it work?\n\nNo, the export still fails with an error.\n\n> Anything else?\n\nNo.')).toEqual([
      'No, the export still fails with an error.',
    ]);
  });

  it('is the subject where the message only adds to it', () => {
    const issues = extractIssues({ subject: 'Re: Cannot publish my site', parts: user('See the screenshot.\n\nJane') });
    expect(issues).toEqual([{ title: 'Cannot publish my site', summary: 'See the screenshot.', language: 'en' }]);
  });

  it('is of users: what others write is none', () => {
    const parts: ConversationPart[] = [
      { type: 'message', role: 'assistant', body: 'How can I export my invoices?' },
      { type: 'message', role: 'user', body: 'the sync with GitHub is stuck' },
      { type: 'message', role: 'team-member', body: 'Which browser do you use?' },
    ];
    expect(extractIssues({ parts }).map(({ title }) => title)).toEqual(['the sync with GitHub is stuck']);
  });

  it('has a title that ends between words, or between the characters of scripts without spaces', () => {
    const [english] = titlesOf(`How can I ${'configure the long and winding setting '.repeat(10)}?`);
    expect(Array.from(english ?? '').length).toBeLessThanOrEqual(MOST_TITLE);
    expect(english).toMatch(/(?:configure|the|long|and|winding|setting)…$/);
    const [chinese] = titlesOf(`如何${'配置这个非常复杂的设置选项'.repeat(20)}？`);
    expect(Array.from(chinese ?? '')).toHaveLength(MOST_TITLE);
    const [emoji] = titlesOf(`Why ${'👩‍💻'.repeat(100)}?`);
    expect(emoji).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
  });
});

describe('several issues', () => {
  it('are found where the questions have nothing in common', () => {
    expect(titlesOf('How do I export a space to PDF?\n\nAlso, can I change the billing address?\n\nThanks!')).toEqual([
      'How do I export a space to PDF?',
      'Also, can I change the billing address?',
    ]);
    expect(titlesOf('如何导出PDF？\n\n另外，怎么邀请团队成员加入空间？')).toHaveLength(2);
    expect(
      titlesOf('1. How do I invite guests?\n2. Is there a way to schedule a Git sync?\n3. Where are the invoices?'),
    ).toEqual(['How do I invite guests?', 'Is there a way to schedule a Git sync?', 'Where are the invoices?']);
  });

  it.each([
    ['Hello! Two things: 1) How can I export my space as PDF? 2) And can I change the address of my invoices?'],
    ['Ich habe zwei Fragen: (1) Wie lade ich Gäste ein? (2) Wo finde ich die Rechnungen?'],
    ['1. How do I invite guests? 2. Where are the invoices?'],
  ])('are found in points of one line: %s', (body) => {
    expect(titlesOf(body).filter((title) => !/[0-9]/.test(title))).toHaveLength(2);
  });

  it('are not made of numbers in a sentence', () => {
    expect(titlesOf('Why does version 2. fail where version 1. works?')).toHaveLength(1);
    expect(titlesOf('I have plan 1) or 3) here. How do I change the plan?')).toHaveLength(1);
  });

  it('each have their language', () => {
    const parts = user('Hallo, wie kann ich mein Passwort ändern?\n\nAlso, how do I delete a space?');
    expect(extractIssues({ parts }).map(({ language }) => language)).toEqual(['de', 'en']);
  });

  it('are one where the questions are about the same', () => {
    expect(titlesOf('How can I export my space? Is there an option for PDF?')).toHaveLength(1);
    expect(titlesOf('How do I export a space?', 'I mean, can I export the whole space as PDF?')).toHaveLength(1);
    expect(titlesOf('The export fails.\n\nWhat should I do now?')).toHaveLength(1);
  });

  it(`are ${MOST_ISSUES} at most`, () => {
    const nouns = 'invoice,webhook,domain,avatar,theme,glossary,template,backup,license,language'.split(',');
    expect(titlesOf(nouns.map((noun) => `How do I rotate${noun} my ${noun}?`).join('\n\n'))).toHaveLength(MOST_ISSUES);
  });
});

describe('an issue that is only stated', () => {
  it.each([
    ['The top-up is still pending.'],
    ['An unauthorized payment is in my app'],
    ['Someone stole my cards!'],
    ['Meine Bestellung ist noch nicht da.'],
    ['注文した商品がまだ届きません。'],
  ])('is found where a conversation opens with it: %s', (body) => {
    expect(titlesOf(body)).toEqual([body]);
  });

  it('is none where it comes later, in reply', () => {
    const parts = user('We love it.', 'The parcel arrived this morning.');
    expect(extractIssues({ parts })).toEqual([]);
  });
});

describe('no issue', () => {
  it.each([
    ['thanks', 'Thanks!'],
    ['more thanks', 'Thank you so much for the quick help, it works now!'],
    ['thanks in German', 'Vielen Dank!\n\nViele Grüße\nMax'],
    ['thanks in Chinese', '好的，谢谢！'],
    ['nothing', ''],
    ['spaces and tags', '<p> </p><br>&nbsp;'],
    ['a signature', '-- \nJane Roe\nACME'],
    ['a quotation', 'On Mon, Jan 3, 2024, Support wrote:\n> How can we help you?'],
    ['praise', 'I love your product, it is great for our team.'],
    ['an absence in German', 'Ich bin bis zum 5. Januar nicht im Büro. Wie kann ich helfen?'],
    ['code', '```\nwhy = error ? 1 : 2\n```'],
  ])('is found in %s', (_what, body) => {
    expect(titlesOf(body)).toEqual([]);
  });

  it('is found in an automatic reply, by its subject', () => {
    const parts = user('I read mail on Monday. Can Bob help you?');
    expect(extractIssues({ subject: 'Automatic reply: Your ticket', parts })).toEqual([]);
    expect(extractIssues({ subject: '自動返信', parts })).toEqual([]);
  });
});

describe('what is found', () => {
  it('keeps its limits, whatever it is found in', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'How do I ',
        '?',
        '\n',
        '\n\n',
        '<p>',
        '<blockquote>',
        '> ',
        'error ',
        '如何',
        '。',
        '👩‍💻',
        '- ',
        '&amp;',
        'On x wrote:',
        '-- ',
      ),
      fc.string({ maxLength: 20, unit: 'grapheme' }),
    );
    const bodies = fc.array(
      fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(bodies, fc.string({ maxLength: 100 }), (texts, subject) => {
        const issues = extractIssues({ subject, parts: user(...texts) });
        expect(issues.length).toBeLessThanOrEqual(MOST_ISSUES);
        for (const { title, summary, language } of issues) {
          expect(title).not.toBe('');
          expect(Array.from(title).length).toBeLessThanOrEqual(MOST_TITLE);
          expect(summary).not.toBe('');
          expect(Array.from(summary).length).toBeLessThanOrEqual(MOST_SUMMARY);
          if (language !== undefined) expect(LANGUAGES).toContain(language);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('is the same each time', () => {
    const conversation = { subject: 'Login', parts: user(ENGLISH, GERMAN) };
    expect(extractIssues(conversation)).toEqual(extractIssues(conversation));
  });
});
