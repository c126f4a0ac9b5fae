const LONGEST_PHRASE = 200;

const anyOf = (...lists: string[]): string => lists.join('|');

/** Sentences that say nothing of what is asked: they open and close a message. */
const EMPTY = new RegExp(
  `^(?:${anyOf(
    '(?:many )?(?:thanks?|thank you|thx|ty|cheers)(?: you)?(?: (?:so|very) much| a lot| again| in advance| for .{1,80})?|(?:that |it )?(?:works|worked|solved it|helped|did the trick)(?: now| perfectly| great)?|ok(?:ay)?|great|perfect|awesome|got it|never ?mind|no problem|no worries|sounds good|will do|you too|bye|how are you(?: doing)?(?: today)?|i hope (?:you|this).{1,60}well|hope (?:you|this).{1,60}well|(?:please )?let me know|(?:i )?look(?:ing)? forward to .{1,60}|any (?:help|ideas?|thoughts|suggestions|advice)(?: (?:is|would be) .{1,40})?|(?:please|pls|can you|could you|can someone|could someone)?(?: please)? ?help(?: me| us)?(?: out)?(?: please)?(?: with this)?|(?:i )?(?:have|had|got)? ?an? (?:quick )?(?:question|problem|issue)|is anyone there|anyone(?: there)?|hello|hi|hey|please (?:advise|assist|help)',
    '(?:vielen |herzlichen |besten )?dank(?:e)?(?: (?:schön|sehr|ihnen|dir|im voraus|für .{1,80}))?|(?:alles )?(?:klar|super|perfekt|toll|ok)|wie geht es (?:ihnen|dir)|(?:können|könnten) sie (?:mir )?(?:bitte )?(?:weiter)?helfen|kann mir (?:bitte )?jemand helfen|(?:ich habe )?(?:mal )?(?:eine )?(?:kurze )?frage|bitte um (?:hilfe|rückmeldung)|über eine (?:schnelle |baldige )?(?:antwort|rückmeldung) .{1,40}',
    "merci(?: beaucoup| bien| d'avance| pour .{1,80})?|parfait|super|d'accord|pouvez-vous m'aider|(?:j'ai )?une question|comment allez-vous|ça va",
    '(?:muchas |muchísimas )?gracias(?: por .{1,80}| de antemano)?|perfecto|vale|me (?:pueden|puedes) ayudar|(?:muito )?obrigad[oa](?: pela .{1,80}| por .{1,80})?|(?:mille )?grazie(?: mille| per .{1,80})?|perfetto|bedankt|dank (?:u|je)(?: wel)?|dziękuję(?: bardzo| za .{1,80})?|спасибо(?: большое| за .{1,80})?|tack|takk|tak|kiitos|teşekkürler',
    '谢谢.{0,12}|謝謝.{0,12}|多谢.{0,6}|感谢.{0,20}|好的.{0,6}|在吗|你好|您好|ありがとう.{0,20}|お世話に.{0,20}|よろしく.{0,20}|宜しく.{0,20}|감사합니다.{0,10}|고맙습니다|안녕하세요',
  )})[\\s!.,。！、:;)？?🙂👍🙏-]*$`,
  'iu',
);

/** English questions of these words only do not say what they are about. */
const VAGUE_WORDS = new Set(
  (
    'so and but how what where why can is are do does did could should would any anyone am was were we i you to me us it this that these there ' +
    'the a an be done doing go fix fixed solve solved resolve resolved handle change happen happening happened happens wrong right about now ' +
    "next here known bug issue problem error reason way idea ideas solution workaround possible normal expected mean help please else still going on with missing for look check into have has know explain works work working what's i'm it's"
  ).split(' '),
);

/** Questions that do not say what they are about in other languages. */
const VAGUE = new RegExp(
  `^(?:${anyOf(
    'wie (?:kann|können|könnte|lässt|soll) (?:ich|man|wir|sich) ?(?:das|dies|es|den fehler|das problem)? ?(?:beheben|lösen|ändern|machen|tun)?|was (?:soll|muss|kann|mache|ist) (?:ich|wir|man|da|hier|das) ?(?:jetzt |nun |da )?(?:tun|machen|falsch|los)?|(?:woran|warum) (?:liegt|ist) (?:das|es)|ist das (?:ein )?(?:bekannt(?:er|es)?|normal)(?: problem| fehler)?',
    'que (?:dois-je |puis-je |faut-il )?faire ?(?:maintenant)?|comment (?:faire|résoudre .{1,20}|corriger .{1,20})|pourquoi|qué (?:puedo|debo|hago|hacer) ?(?:hacer)?|cómo (?:lo |puedo )?(?:soluciono|resuelvo|solucionarlo|resolverlo|arreglarlo)|por qué|o que (?:devo|posso|eu)? ?(?:fazer|faço)|come (?:posso )?(?:fare|risolver[elo]+)|cosa (?:posso|devo) fare|wat (?:moet|kan) ik (?:nu )?doen|hoe (?:kan|los) ik dit ?(?:op|oplossen)?|co (?:mam|mogę|robić).{0,15}|что (?:мне )?делать|как (?:это )?(?:исправить|решить).{0,15}|почему',
    '(?:请问)?(?:该|应该|我该|我应该)?(?:怎么办|怎么解决|如何解决|怎么处理|怎么回事|为什么|是什么原因).{0,3}|.{0,6}(?:どう(?:すれば|したら|やれば)(?:よい|良い|いい|よろしい)|なぜ|原因は何|解決方法).{0,12}|어떻게 (?:해야|하면).{0,10}|왜 그런.{0,6}',
  )})[\\s!.,。！、?？…]*$`,
  'iu',
);

const GREETING =
  /^(?:hi|hello|hey|dear|greetings|good (?:morning|afternoon|evening|day)|hallo|guten (?:tag|morgen|abend)|moin|servus|grüß gott|liebe[rs]?|sehr geehrte[rs]?|bonjour|bonsoir|salut|hola|buen[oa]s (?:días|tardes|noches)|estimad[oa]s?|ciao|buongiorno|buonasera|salve|gentile|olá|oi|bom dia|boa (?:tarde|noite)|prezad[oa]s?|hoi|goede(?:morgen|middag|ndag)|beste|cześć|dzień dobry|witam|здравствуйте|добрый (?:день|вечер)|привет|hej|hei|merhaba|ahoj|dobrý den)(?: (?:team|all|there|everyone|zusammen|liebes team|damen und herren|madame,? monsieur|à tous|[\p{Lu}][\p{L}.-]{0,20}(?: [\p{Lu}][\p{L}.-]{0,20})?)){0,3}[\s,!:.–-]+|^(?:你好|您好|大家好|こんにちは|こんばんは|お世話になっております|お疲れ様です|안녕하세요)[\s,，、!！。.：:]*/iu;

/** A sentence without the greeting before it. */
export function withoutGreeting(sentence: string): string {
  const rest = sentence.replace(GREETING, '');
  return rest === sentence ? sentence : rest.trim();
}

/** Whether a question does not say what it is about: that is in the sentences before it. */
export function isVague(sentence: string): boolean {
  if (sentence.length > LONGEST_PHRASE) return false;
  const words = sentence.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? [];
  return VAGUE.test(sentence) || words.every((word) => VAGUE_WORDS.has(word));
}

export const isEmptyPhrase = (sentence: string): boolean => sentence.length <= LONGEST_PHRASE && EMPTY.test(sentence);

/** How sentences begin that thank or praise. */
const PLEASED =
  /^(?:thanks?|thank you|thx|cheers|(?:i|we) (?:really |just )?(?:love|like|enjoy|appreciate)|great|awesome|amazing|well done|(?:vielen |herzlichen |besten )?dank|danke|(?:ich|wir) lieben?|merci|j'adore|(?:muchas )?gracias|me encanta|(?:muito )?obrigad[oa]|(?:mille )?grazie|bedankt|dank (?:u|je)|dziękuję|спасибо)(?![\p{L}])|^(?:谢谢|謝謝|感谢|多谢|ありがとう|감사|고맙)/iu;

export const isPleased = (sentence: string): boolean => PLEASED.test(sentence);

/** Words by which a user goes on to something else. */
const NEXT =
  /^(?:(?:and )?(?:also|another (?:question|thing|issue|problem)|one more|second(?:ly)?|third(?:ly)?|finally|besides|additionally|furthermore|separately|on another|next)|außerdem|zweitens|drittens|noch (?:eine|etwas|ein)|des weiteren|ferner|zusätzlich|eine (?:weitere|andere|zweite)|de plus|par ailleurs|autre|deuxièmement|également|aussi|además|por otro lado|otra|también|além disso|outra|também|inoltre|un'altra|anche|daarnaast|ook|verder|nog een|ponadto|dodatkowo|также|кроме того|ещё|еще|во-вторых)(?![\p{L}])|^(?:另外|还有|還有|此外|其次|第二|顺便|また|それと|次に|もう一|あと、|그리고|또한|추가로|또\s)/iu;

export const goesOnToNext = (sentence: string): boolean => NEXT.test(sentence);
