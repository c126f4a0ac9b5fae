const DELIMITER = /^(?:--|—|––|- -|_{5,}|={5,})$/;

const DEVICE =
  /^(?:sent from (?:my |outlook|mail|yahoo)|get outlook for|von meinem .{2,30} gesendet|gesendet (?:von|mit) |envoyé (?:de|depuis) mon |enviado (?:desde|do|de) (?:mi|meu) |inviato da(?:l mio)? |verzonden vanaf mijn |wysłane z |отправлено (?:с|из) |发自我的|發自我的|從我的.{2,20}傳送|.{2,20}から送信|나의 .{2,20}에서 보냄)/i;

const CLOSING = new RegExp(
  `^(?:${[
    '(?:(?:best|kind(?:est)?|warm(?:est)?|many|with(?: best| kind)?)\\s)?(?:regards|wishes|thanks)|best|cheers|sincerely|yours(?: (?:sincerely|truly|faithfully))?|br|kr|rgds|thanks? (?:and|&) (?:best |kind )?regards|all the best|have a (?:nice|good|great) (?:day|one|weekend)|thanks in advance|thx|ty',
    '(?:mit )?(?:freundlichen?|besten?|vielen?|liebe[nr]?|schönen?|herzlichen?) (?:gr[uü](?:ß|ss)(?:en?)?|dank(?: im voraus)?)|mfg|vg|lg|gr[uü](?:ß|ss)e?|danke im voraus|vielen dank',
    '(?:bien )?cordialement|bien à vous|(?:meilleures )?salutations(?: distinguées)?|sincères salutations|merci d.avance|bonne journée',
    '(?:un )?(?:cordial(?:es)? )?saludos?(?: cordiales)?|atentamente|gracias de antemano|un abrazo',
    '(?:cordiali|distinti) saluti|saluti|grazie (?:mille|in anticipo)|atenciosamente|att\\.?|abraços|cumprimentos|obrigad[oa] desde já',
    '(?:met )?(?:vriendelijke|hartelijke) groet(?:en)?|groet(?:en|jes)?|mvg|bvd|pozdrawiam(?: serdecznie)?|z poważaniem|с уважением|спасибо заранее|med vänliga hälsningar|mvh|ystävällisin terveisin|saygılarımla',
    'よろしくお願い(?:いた)?し(?:ます|ます)|宜しくお願い(?:いた|致)?します|敬具|此致|敬礼|祝好|顺祝商祺|감사합니다|수고하세요',
  ].join('|')})[\\s,.!。！:-]*(?:[\\p{Lu}][\\p{L}.]{0,20}\\s?){0,3}$`,
  'iu',
);

const FOOTER =
  /\b(?:confidential(?:ity)? (?:notice|and)|(?:is|are|be) confidential|intended (?:solely |only )?(?:for|recipient)|if you (?:are not|have received) th(?:e|is) (?:intended|e-?mail|message)|please consider the environment|unsubscribe|privileged|virus[- ]free|vertrauliche? (?:und|informationen)|nicht der (?:richtige|beabsichtigte) (?:adressat|empfänger)|irrtümlich erhalten|confidentiel(?:le)?s?|confidencial(?:es)?|confidenziali?|vertrouwelijk|poufn[aey]|amtsgericht|handelsregister|geschäftsführer|registered (?:office|in england))|конфиденциальн|本邮件|机密信息|機密情報/i;

const AUTOMATIC =
  /^(?:(?:re|aw|fwd?):\s*)?(?:automatic reply|auto(?:matic|mated)?[- ]?(?:reply|response|responder)|out of (?:the )?office|ooo\b|vacation (?:reply|response)|abwesenheits?(?:notiz|nachricht|benachrichtigung)?|abwesend|automatische (?:antwort|reply)|réponse automatique|absence du bureau|respuesta autom[aá]tica|fuera de (?:la )?oficina|risposta automatica|fuori (?:sede|ufficio)|resposta autom[aá]tica|automatisch antwoord|afwezig|automatyczna odpowiedź|autoodpowiedź|автоответ|автоматический ответ|自動返信|自动回复|自動回覆|자동 회신|부재중|undeliver(?:able|ed)|delivery (?:status notification|has failed)|mail delivery (?:failed|subsystem)|returned mail)/i;
const AWAY =
  /\b(?:i(?:'m| am)(?: currently)? (?:out of (?:the )?office|away from (?:my|the) (?:desk|office)|on (?:annual |parental |maternity |sick )?(?:leave|vacation|holiday))|(?:i|we) will be (?:out of (?:the )?office|back (?:in the office )?on)|ich bin (?:derzeit |zurzeit |zur zeit |momentan |bis .{1,40})?(?:nicht im (?:büro|haus)|abwesend|im urlaub|außer haus)|je suis (?:actuellement )?(?:absente?|en congés?)|estoy (?:actualmente )?(?:fuera de la oficina|de vacaciones)|sono (?:attualmente )?(?:fuori ufficio|in ferie|assente)|estou (?:atualmente )?(?:fora do escritório|de férias)|ik ben (?:momenteel )?(?:afwezig|niet op kantoor)|jestem (?:obecnie )?(?:poza biurem|na urlopie))|休假|不在办公室|不在にして|休暇をいただ|휴가 중|я (?:сейчас )?в отпуске/i;

/** Lines below a closing at most: a name, an address, a slogan. */
const MOST_BELOW = 12;
const MOST_SIGNATURE_LINE = 120;

/** Whether a program wrote a message because its owner is away, or because a message could not be delivered. */
export function isAutomatic(subject: string, lines: readonly string[]): boolean {
  if (AUTOMATIC.test(subject.trim())) return true;
  const first = lines.filter((line) => line !== '').slice(0, 4);
  return first.some((line) => AWAY.test(line)) || AUTOMATIC.test(first[0] ?? '');
}

/** Lines without signature and legal footer. What follows a closing stays if a question is in it. */
export function withoutClosing(lines: readonly string[]): string[] {
  const kept: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (DELIMITER.test(line) && isSignature(lines, at + 1)) break;
    if (DEVICE.test(line)) continue;
    if (line.length <= MOST_SIGNATURE_LINE && CLOSING.test(line)) {
      if (isSignature(lines, at + 1)) break;
      continue;
    }
    if (FOOTER.test(line) && !/[?？]/.test(line)) continue;
    kept.push(line);
  }
  return withoutName(kept);
}

/** One to three words with capitals, as a name below a message. */
const NAME = /^[-–—~]?\s?\p{Lu}[\p{L}.'’-]{1,20}(?: \p{Lu}[\p{L}.'’-]{0,20}){0,2}[.,!]?$/u;

function withoutName(lines: readonly string[]): string[] {
  const last = lines.findLastIndex((line) => line !== '');
  if (!NAME.test(lines[last] ?? '') || lines.slice(0, last).every((line) => line === '')) return [...lines];
  return lines.slice(0, last);
}

function isSignature(lines: readonly string[], from: number): boolean {
  const below = lines.slice(from, from + 200).filter((line) => line !== '' && !FOOTER.test(line));
  return below.length <= MOST_BELOW && !below.some((line) => /[?？؟]/.test(line));
}
