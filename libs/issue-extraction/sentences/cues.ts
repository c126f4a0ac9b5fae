import { isEmptyPhrase } from './phrases.js';

/** What a sentence does: it asks, says that something is wrong, wishes for something, or none of these. */
export type Cue = 'question' | 'problem' | 'request' | undefined;

const anyOf = (...lists: string[]): string => lists.join('|');
const BEFORE = '(?<![\\p{L}\\p{N}])';
const BEHIND = '(?![\\p{L}\\p{N}])';

const ASKED = /[?？؟⸮՞]["'”’»)\]\s]*$|;\s*$/u;
const GREEK = /\p{Script=Greek}/u;

/** Sentences that begin so ask, with a question mark or without. */
const QUESTION = new RegExp(
  `^(?:(?:and|but|so|also|und|aber|et|y|e|ok|okay|well|hi|hello|hallo)[,.]?\\s+)?(?:${anyOf(
    "how (?:do|does|did|can|could|should|would|to|come|many|much|long|is|are)|what(?:'s| is| are| do| does| can| should| would| happens| if|s)|where (?:do|does|can|is|are|should)|when (?:will|do|does|can|is|are)|why (?:is|are|do|does|did|can|can't|won't|isn't|doesn't|am|was)|which (?:of|one|plan|version|is)|who (?:can|is|do|does)|is (?:it|there|this) |are there |can (?:i|we|you|this|it|someone) |could (?:i|we|you) |may i |do (?:i|we|you) |does |should (?:i|we) |am i |will (?:i|it|this|there) |would it |i(?:'m| am) (?:wondering|trying to)|i was wondering|wondering",
    'wie (?:kann|können|geht|lange|viel|viele|oft|soll|mache|stelle|lösche|ändere|bekomme|richte|funktioniert|lässt)|was (?:muss|kann|ist|sind|soll|mache|passiert|bedeutet)|wo (?:kann|finde|ist|sind|stelle)|wann|warum|wieso|weshalb|welche[rsnm]?|kann (?:ich|man|mir)|können (?:sie|wir)|könnten|gibt es|ist es möglich|muss ich|darf ich',
    "comment|pourquoi|quand|où|quel(?:le)?s?|combien|est-ce|peut-on|puis-je|pouvez-vous|pourriez-vous|y a-t-il|qu'est-ce|que faire",
    '¿|cómo|por qué|cuándo|dónde|cuál(?:es)?|cuánto|puedo|se puede|es posible|hay (?:alguna?|forma)|podr[ií]a[ns]?|como (?:puedo|hago|se)',
    'como (?:posso|faço|eu)|por que|quando|onde|qual|quais|posso|existe|é possível|tem como|poderia|gostaria de saber',
    "come (?:posso|si|faccio|mai)|perché|dove|quale|quali|quanto|è possibile|c'è (?:un|modo)|si può|potete|potreste",
    'hoe (?:kan|moet|werkt|lang|veel|stel)|waarom|waar (?:kan|vind)|wanneer|welke?|kan ik|kunnen jullie|kunt u|is het mogelijk|is er een',
    'jak|dlaczego|kiedy|gdzie|czy|który|ile|w jaki sposób',
    'как|почему|когда|где|какой|какая|какие|сколько|можно ли|могу ли|есть ли|что делать|зачем|як|чому',
    'hur|varför|hvordan|hvorfor|miten|miksi|nasıl|neden|jak[ée]?|proč|cum|de ce|hogyan|miért|bagaimana|mengapa|làm (?:sao|thế nào)|tại sao|πώς|γιατί|كيف|لماذا|هل|איך|למה|האם|कैसे|क्यों',
  )})${BEHIND}`,
  'iu',
);
/** Chinese, Japanese, Korean and Thai ask at the end or in the middle. */
const EASTERN_QUESTION =
  /怎么|怎麼|如何|为什么|為什麼|为何|哪里|哪裡|在哪|什么时候|多少|能否|是否|可以.{0,20}[吗嗎]|[吗嗎呢][。.\s]*$|请问|請問|有没有|有沒有|ですか|ますか|ませんか|でしょうか|のか[。.\s]*$|どうすれば|どうやって|なぜ|どこ(?:で|に|から)|いつ(?:から|まで|に)?[、はでに]|方法を(?:教え|知り)|教えて(?:ください|下さい|いただ)|어떻게|왜\s|어디(?:서|에)|언제|무엇|얼마|(?:나요|까요|습니까|인가요|은지|는지)[?.\s]*|ยังไง|อย่างไร|ทำไม|ไหม/u;

const PROBLEM = new RegExp(
  `${BEFORE}(?:${anyOf(
    "(?:can|could|do|does|did|is|are|was|wo|would|has|have)(?:n['’]?t| not)|cannot|unable|error(?:s|ed)?|fail(?:s|ed|ing|ure)?|broken?|bug(?:gy|s)?|crash(?:es|ed|ing)?|stuck|missing|wrong|incorrect(?:ly)?|problems? with|issues? with|having (?:a )?(?:trouble|problem|issue)s?|trouble|stopped working|no longer|not (?:working|able|showing|loading|possible|found|received|see|getting)|never (?:arrived|received|got|came)|still (?:waiting|not|no|pending)|denied|rejected|declined|refused|lost|disappeared|invalid|expired|blocked|locked out|charged (?:twice|me)|too slow|very slow|(?:times?|timed) out|unexpected(?:ly)?|impossible|instead of|nothing happens|keeps? (?:failing|crashing|asking|showing|saying|getting)",
    'funktioniert (?:\\p{L}+ ){0,3}nicht|geht (?:\\p{L}+ ){0,3}nicht|klappt (?:\\p{L}+ ){0,3}nicht|(?:kann|können|konnte|lässt|wird|werden|bekomme|finde|erscheint|lädt|öffnet) (?:\\p{L}+ ){0,8}(?:nicht|kein(?:e[nrms]?)?)|nicht mehr|nicht möglich|fehler(?:meldung|haft)?|fehlt|fehlgeschlagen|kaputt|abgestürzt|stürzt ab|hängt|falsch|leider (?:nicht|kein\\p{L}*)|abgelehnt|gesperrt|verschwunden|problem(?:e)? mit|schlägt fehl',
    "ne (?:\\p{L}+ ){0,4}(?:pas|plus)|n['’]\\p{L}+ (?:\\p{L}+ )?(?:pas|plus|aucune?)|erreur|impossible de|bloquée?|en panne|échou[eé]e?|échec|manquante?|problème|plantage?|disparu",
    'no (?:puedo|funciona|carga|aparece|me deja|se puede|encuentro|recibo|recibí|consigo|llega|llegó|logro|sirve|abre)|error(?:es)?|falla|fallo|falta|bloquead[oa]|problema|dej[óo] de funcionar|imposible',
    'não (?:consigo|funciona|carrega|aparece|recebi|encontro|posso|abre|deixa|está|chegou)|erro|falha|falhou|travad[oa]|bloquead[oa]|sumiu|parou de',
    'non (?:funziona|riesco|posso|va|si|carica|trovo|ricevo|ho ricevuto|è possibile|compare|mi)|errore|bloccat[oa]|manca|fallit[oa]|smesso di',
    'werkt (?:\\p{L}+ ){0,3}niet|(?:kan|kunnen|krijg|zie|lukt|laadt) (?:\\p{L}+ ){0,6}(?:niet|geen)|foutmelding|fout|mislukt|kapot|probleem|geweigerd|ontbreekt',
    'nie (?:mogę|działa|można|widzę|otrzymał\\p{L}*|udaje|da się|ładuje|potrafię)|błąd|błędu|błędy|problem z|zablokowan\\p{L}*|zepsut\\p{L}*|brakuje',
    'не (?:могу|работает|удается|удаётся|получается|загружается|открывается|вижу|приходит|пришл[оаи]|запускается|находит|можем|отображается|получил\\p{L}*)|ошибк[аиу]|проблем[аыу]|сломал\\p{L}*|пропал\\p{L}*|заблокирован\\p{L}*|не работа\\p{L}*|не можу|не працює|помилк[аи]',
    'fungerar inte|funkar inte|virker ikke|fungerer ikke|går ikke|kan inte|kan ikke|fel(?:meddelande)?|feil|fejl|ei toimi|en voi|virhe|çalışmıyor|hata|yapamıyorum|nefunguje|nemohu|nejde|chyba|nu (?:merge|funcționează|pot)|eroare|nem (?:működik|tudom|lehet)|hiba|tidak (?:bisa|dapat|berfungsi|muncul)|gagal|không (?:thể|được|hoạt động|hiển thị)|lỗi|δεν (?:μπορώ|λειτουργεί)|σφάλμα',
  )})${BEHIND}|لا (?:أستطيع|يعمل|يمكن)|خطأ|مشكلة|לא (?:עובד|מצליח|יכול)|שגיאה|नहीं|त्रुटि|समस्या`,
  'iu',
);
const EASTERN_PROBLEM =
  /无法|無法|不能|不了|不到|没有(?:收到|显示|反应)|收不到|打不开|登不上|报错|報錯|错误|錯誤|失败|失敗|出错|问题|問題|异常|異常|崩溃|卡住|不见了|不工作|不起作用|不显示|唔到|できません|できない|できなく|ません(?!か)|エラー|失敗|不具合|表示されない|動かない|動作しない|届かない|おかしい|困って|안\s?(?:됩니다|돼요|되|나와|열|보)|없(?:습니다|어요)|못\s?(?:하|합|찾|받)|오류|에러|실패|문제|不可用|ไม่(?:ได้|สามารถ|ทำงาน)|ข้อผิดพลาด/u;

const REQUEST = new RegExp(
  `${BEFORE}(?:${anyOf(
    "please|pls|plz|i(?:'d| would) like|i (?:want|need|wish)|we (?:want|need|would like)|looking for|need (?:help|to)|help (?:me|us|with)|request(?:ing)?|let me know|tell me|explain|show me|any (?:way|chance|idea|update)|is it possible|feature request|it would be (?:great|nice|good|helpful)|can you|could you|refund|cancel|unsubscribe",
    'bitte (?!\\s*$)|ich (?:möchte|will|würde|brauche|benötige|suche|hätte)|wir (?:möchten|brauchen|benötigen|würden)|wäre (?:schön|gut|toll|super)|wünsch\\p{L}*|hilfe',
    "je (?:voudrais|veux|souhaite|cherche|souhaiterais|aimerais)|j'(?:aimerais|ai besoin)|nous (?:voudrions|souhaitons)|s'il (?:vous|te) plaît|merci de|besoin",
    'por favor|quiero|quisiera|necesito|me gustaría|busco|ayuda|queria|gostaria|preciso|quero|ajuda|vorrei|voglio|ho bisogno|per favore|desidero|aiuto',
    'graag|ik (?:wil|zou|zoek)|alstublieft|hulp|proszę|chciał(?:bym|abym)|potrzebuję|chcę|пожалуйста|хочу|хотел\\p{L}* бы|нужно|нужна|нужен|помогите|подскажите|прошу|хотелось',
  )})${BEHIND}|请(?!问)|請(?!問)|希望|想要|需要|帮我|幫我|麻烦|求助|したい|欲しい|ほしい|お願い|ください|下さい|부탁|싶(?:습니다|어요|은)|해\\s?주세요|필요|도와`,
  'iu',
);

export function cueOf(sentence: string): Cue {
  if (isEmptyPhrase(sentence)) return undefined;
  if (ASKED.test(sentence) && (!sentence.endsWith(';') || GREEK.test(sentence))) return 'question';
  if (QUESTION.test(sentence) || EASTERN_QUESTION.test(sentence)) return 'question';
  if (PROBLEM.test(sentence) || EASTERN_PROBLEM.test(sentence)) return 'problem';
  return REQUEST.test(sentence) ? 'request' : undefined;
}
