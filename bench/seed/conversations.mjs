/** Conversations as help desks know them, written by a grammar: 150 things that are asked, each in many words. */

/** What it is about, in English, German, Spanish and Japanese. */
const THINGS = [
  ['the invoice', 'die Rechnung', 'la factura', '請求書'],
  ['my subscription', 'mein Abonnement', 'mi suscripción', 'サブスクリプション'],
  ['the password', 'das Passwort', 'la contraseña', 'パスワード'],
  ['a custom domain', 'eine eigene Domain', 'un dominio propio', '独自ドメイン'],
  ['the search', 'die Suche', 'la búsqueda', '検索'],
  ['two-factor login', 'die Anmeldung mit zwei Faktoren', 'la autenticación de dos factores', '二段階認証'],
  ['the API token', 'das API-Token', 'el token de la API', 'APIトークン'],
  ['the export to PDF', 'der Export als PDF', 'la exportación a PDF', 'PDFエクスポート'],
  ['a team member', 'ein Mitglied des Teams', 'un miembro del equipo', 'チームメンバー'],
  ['the webhook', 'der Webhook', 'el webhook', 'Webhook'],
  ['the mobile app', 'die App auf dem Telefon', 'la aplicación móvil', 'モバイルアプリ'],
  ['our logo', 'unser Logo', 'nuestro logotipo', '自社のロゴ'],
  ['the credit card', 'die Kreditkarte', 'la tarjeta de crédito', 'クレジットカード'],
  ['the Slack integration', 'die Verbindung mit Slack', 'la integración con Slack', 'Slack連携'],
  ['the backup', 'die Sicherung', 'la copia de seguridad', 'バックアップ'],
  ['a deleted page', 'eine gelöschte Seite', 'una página eliminada', '削除したページ'],
  ['the usage report', 'der Bericht über die Nutzung', 'el informe de uso', '利用状況レポート'],
  ['single sign-on', 'Single Sign-On', 'el inicio de sesión único', 'シングルサインオン'],
  ['the storage limit', 'die Grenze des Speichers', 'el límite de almacenamiento', 'ストレージの上限'],
  ['e-mail notifications', 'Benachrichtigungen per E-Mail', 'los avisos por correo', 'メール通知'],
  ['the calendar view', 'die Ansicht als Kalender', 'la vista de calendario', 'カレンダー表示'],
  ['a shared link', 'ein geteilter Link', 'un enlace compartido', '共有リンク'],
  ['the dark theme', 'das dunkle Design', 'el tema oscuro', 'ダークテーマ'],
  ['the importer for Word files', 'der Import von Word-Dateien', 'la importación de Word', 'Wordのインポート'],
  ['the status page', 'die Statusseite', 'la página de estado', 'ステータスページ'],
];

/** What is asked of it: some ways to say each, in each language. */
const ASKED = [
  [
    ['How do I set up {}?', 'Where can I configure {}?', 'I need help to set up {}.', 'Is there a guide to set up {}?'],
    ['Wie richte ich {} ein?', 'Wo kann man {} einrichten?', 'Ich brauche Hilfe beim Einrichten: {}.'],
    ['¿Cómo configuro {}?', '¿Dónde se puede configurar {}?', 'Necesito ayuda para configurar {}.'],
    ['{}の設定方法を教えてください。', '{}はどこで設定できますか。'],
  ],
  [
    [
      '{} stopped working.',
      'Why does {} not work any more?',
      '{} is broken since the update.',
      '{} fails with an error.',
    ],
    ['{} funktioniert nicht mehr.', 'Warum geht {} nicht mehr?', 'Seit dem Update ist {} kaputt.'],
    ['{} dejó de funcionar.', '¿Por qué no funciona {}?', '{} da un error desde ayer.'],
    ['{}が動かなくなりました。', 'なぜ{}が使えないのですか。'],
  ],
  [
    ['How can I remove {}?', 'I want to delete {}.', 'Please get rid of {} for me.', 'How do I turn off {}?'],
    ['Wie lösche ich {}?', 'Ich möchte {} entfernen.', 'Wie schalte ich {} ab?'],
    ['¿Cómo elimino {}?', 'Quiero borrar {}.', '¿Cómo desactivo {}?'],
    ['{}を削除したいです。', '{}を無効にする方法は何ですか。'],
  ],
  [
    ['What does {} cost?', 'Is {} part of the free plan?', 'Do we pay extra for {}?', 'Which plan includes {}?'],
    ['Was kostet {}?', 'Gehört {} zum freien Tarif?', 'In welchem Tarif ist {} enthalten?'],
    ['¿Cuánto cuesta {}?', '¿Está {} en el plan gratuito?', '¿Qué plan incluye {}?'],
    ['{}の料金はいくらですか。', '{}は無料プランに含まれますか。'],
  ],
  [
    ['Who is allowed to change {}?', 'Which permission do I need for {}?', 'A colleague can not see {}.'],
    ['Wer darf {} ändern?', 'Welches Recht braucht man für {}?', 'Eine Kollegin sieht {} nicht.'],
    ['¿Quién puede cambiar {}?', '¿Qué permiso hace falta para {}?', 'Un compañero no ve {}.'],
    ['{}を変更できるのは誰ですか。', '{}に必要な権限は何ですか。'],
  ],
  [
    ['{} is very slow today.', 'Why does {} take so long?', 'It takes minutes until {} is ready.'],
    ['{} ist heute sehr langsam.', 'Warum dauert {} so lange?', 'Es dauert Minuten, bis {} da ist.'],
    ['{} va muy lento hoy.', '¿Por qué tarda tanto {}?', 'Pasan minutos hasta que aparece {}.'],
    ['今日は{}がとても遅いです。', '{}に時間がかかるのはなぜですか。'],
  ],
];

const HELLO = [
  ['Hi there,', 'Hello,', 'Good morning,', ''],
  ['Hallo,', 'Guten Tag,', ''],
  ['Hola,', 'Buenos días,', ''],
  ['お世話になっております。', ''],
];
const MORE = [
  [
    'We are on the {plan} plan.',
    'It began {when}.',
    'I tried it with {browser} and the result is the same.',
    'Our workspace is called {name}.',
    'The order number is {number}.',
    'This is urgent for our launch in {place}.',
    'I have read the documentation about it but the steps look different for me.',
    '',
  ],
  [
    'Wir haben den Tarif {plan}.',
    'Mit {browser} ist es auch so.',
    'Unser Bereich heißt {name}.',
    'Auftrag {number}.',
    '',
  ],
  ['Tenemos el plan {plan}.', 'Con {browser} pasa lo mismo.', 'El pedido es {number}.', ''],
  ['プランは{plan}です。', 'ブラウザは{browser}です。', '注文番号は{number}です。', ''],
];
const FILLED = {
  plan: ['Pro', 'Team', 'Enterprise', 'Starter', 'Basic'],
  when: ['yesterday', 'last Friday', 'after the update', 'this morning', 'in March', 'two weeks ago'],
  browser: ['Firefox', 'Chrome', 'Safari', 'Edge', 'Opera'],
  place: ['Lisbon', 'Osaka', 'Berlin', 'Austin', 'Lima', 'Toronto'],
};
const ANSWERS = [
  'Thanks for writing. Which version do you use?',
  'We are looking into it.',
  'Could you send a screenshot?',
];
const FIRST = ['Ada', 'Jonas', 'Mei', 'Carlos', 'Yuki', 'Priya', 'Elif', 'Tomas'];
const LAST = ['Berg', 'Tanaka', 'Silva', 'Novak', 'Okoye', 'Larsen', 'Rossi', 'Khan'];
const HALF_YEAR_MS = 180 * 24 * 3_600_000;

/** `count` conversations from the number `first` on; the same ones each time. Every third comes from English alone. */
export function conversationsOf(first, count, now = Date.now()) {
  return Array.from({ length: count }, (_, at) => conversation(first + at, now));
}

function conversation(number, now) {
  const random = dice(number);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const language = random() < 0.7 ? 0 : 1 + Math.floor(random() * 3);
  const thing = pick(THINGS)[language];
  const fill = (text) =>
    text.replace(/\{(\w+)\}/g, (_, name) =>
      name === 'name'
        ? `${pick(LAST)}-${number % 9_973}`
        : name === 'number'
          ? `A${100_000 + number}`
          : pick(FILLED[name]),
    );
  const asked = pick(pick(ASKED)[language]).replace('{}', thing);
  const [name, family] = [pick(FIRST), pick(LAST)];
  const address = `${name}.${family}@example${number % 50}.com`.toLowerCase();
  const signed = `--\n${name} ${family}\n${address} | +49 30 ${1_000_000 + (number % 8_999_999)}`;
  const text = `${asked.charAt(0).toUpperCase()}${asked.slice(1)}`;
  const body = [pick(HELLO[language]), `${text} ${fill(pick(MORE[language]))} ${fill(pick(MORE[language]))}`, signed];
  const createdAt = new Date(now - Math.floor(random() * HALF_YEAR_MS)).toISOString();
  const parts = [{ type: 'message', role: 'user', body: body.filter((line) => line !== '').join('\n\n') }];
  if (random() < 0.5) parts.push({ type: 'message', role: 'team-member', body: pick(ANSWERS) });
  const metadata = {
    url: `https://desk.example.com/tickets/${number}`,
    attributes: { plan: pick(FILLED.plan) },
    createdAt,
  };
  return { id: `ticket-${number}`, subject: random() < 0.5 ? text : 'Support request', metadata, parts };
}

/** Numbers from 0 to 1 that follow from a number. */
function dice(seed) {
  let state = (seed + 1) * 0x9e3779b9;
  return () => {
    state = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    state = Math.imul(state ^ (state >>> 15), 0x735a2d97);
    state = (state ^ (state >>> 15)) + 0x6d2b79f5;
    return (state >>> 0) / 2 ** 32;
  };
}
