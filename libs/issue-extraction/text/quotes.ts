const QUOTED = /^[>|›»]/;

/** What precedes a quoted message, by the mail program: "On Monday, Jane wrote:" in its languages. */
const INTRODUCED = new RegExp(
  [
    '^(?:on|am|le|el|em|il|op|w dniu|den|dne|d\\.|pe|på|în|a|в|у|at|[0-9]{1,4}[-./ ][0-9]{1,2}[-./ ][0-9]{1,4}|[a-zа-я]{2,12}\\.?,).{4,250}?(?:wrote|schrieb(?: [^:]{1,80})?|a écrit|escribió|escreveu|ha scritto|schreef(?: [^:]{1,80})?|napisał(?:\\(a\\)|a)?|skrev(?: [^:]{1,80})?|napsala?|написал(?:\\(а\\)|а)?|пише|пишет|kirjoitti|yazdı|írta|a scris) ?[:：]$',
    '^.{0,200}(?:写道|寫道|書きました|のメール|님이 작성|작성)[:：]$',
    '^[0-9]{4}年[0-9]{1,2}月[0-9]{1,2}日.{0,150}[:：]$',
  ].join('|'),
  'iu',
);

const ORIGINAL =
  /^[-_ ]{2,}\s*(?:original(?:e)? (?:message|appointment)|ursprüngliche nachricht|originalnachricht|message d'origine|message original|mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht|wiadomość oryginalna|исходное сообщение|пересылаемое сообщение|原始邮件|原始郵件|元のメッセージ|원본 메시지|forwarded message|weitergeleitete nachricht|message transféré|mensaje reenviado|mensagem encaminhada|messaggio inoltrato|doorgestuurd bericht|转发的邮件|転送メッセージ)\s*[-_ ]{2,}$/i;

const FROM =
  /^\*?(?:from|von|de|da|van|od|от|från|fra|lähettäjä|kimden|发件人|寄件者|差出人|보낸 사람)\*?\s?[:：]\*?\s?\S/i;
const HEADER =
  /^\*?(?:sent|date|to|subject|cc|gesendet|datum|an|betreff|envoyé|à|objet|enviado(?: el| em)?|fecha|para|asunto|data|assunto|inviato|a|oggetto|verzonden|aan|onderwerp|wysłano|do|temat|отправлено|дата|кому|тема|skickat|till|ämne|发送时间|日期|收件人|主题|送信日時|日時|宛先|件名|보낸 날짜|받는 사람|제목)\*?\s?[:：]/i;
/** Lines that the introduction of a quotation is broken into at most. */
const MOST_LINES = 3;

/**
 * The lines of a message without those of the messages it answers. Below the first quotation that is not marked line by
 * line, all is quoted; answers between marked lines stay.
 */
export function withoutQuotes(lines: readonly string[]): string[] {
  const own: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (QUOTED.test(line)) continue;
    if (ORIGINAL.test(line) || isHeader(lines, at)) {
      // Who forwards a message and says nothing wants what it says.
      if (own.some((text) => text !== '')) break;
      while (
        at + 1 < lines.length &&
        (lines[at + 1] === '' || FROM.test(lines[at + 1] ?? '') || HEADER.test(lines[at + 1] ?? ''))
      )
        at++;
      continue;
    }
    const introduced = introductionAt(lines, at);
    if (introduced === 0) {
      own.push(line);
      continue;
    }
    at += introduced - 1;
    const next = lines.slice(at + 1, at + 4).find((text) => text !== '');
    if (next !== undefined && !QUOTED.test(next)) break;
  }
  return own;
}

/** How many lines from here on introduce a quotation. */
function introductionAt(lines: readonly string[], at: number): number {
  let joined = '';
  for (let count = 1; count <= MOST_LINES; count++) {
    const line = lines[at + count - 1];
    if (line === undefined || line === '' || line.length > 300) return 0;
    joined = joined === '' ? line : `${joined} ${line}`;
    if (/[:：]$/.test(line)) return INTRODUCED.test(joined) ? count : 0;
  }
  return 0;
}

const isHeader = (lines: readonly string[], at: number): boolean =>
  FROM.test(lines[at] ?? '') && lines.slice(at + 1, at + 5).filter((line) => HEADER.test(line)).length >= 2;
