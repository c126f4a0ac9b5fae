/**
 * Words that people ask with, by language, which say nothing of what they ask about. Folded, as `tokenize` gives them; of
 * scripts without spaces, pairs of characters. They only count for how well a page fits: search itself leaves them be.
 */
const LISTS: Record<string, string> = {
  en: 'i im me my mine we us our am been being had having did does doing done don doesn didn isn aren wasn won wouldn couldn shouldn hasn haven cannot not no never please help need needs want wants would like could should must may might will shall try trying tried get gets getting got any some anyone someone something anything there here why who whose what just also still even again now always about after before because possible way ways know tell say thanks thank hello hi hey ve ll re d m able make makes work works working keep keeps happen happens happening find see problem problems issue issues question questions trouble',
  de: 'ich mich mir mein meine meinen meinem meiner meines wir uns unser unsere du dein man kannst konnen konnte konnten mochte mochten will wollen soll sollen muss mussen brauche brauchen bitte hilfe hallo danke habe haben hatte bin wurde wurden geht gehen funktioniert funktionieren warum wieso weshalb wo wer wen wohin woher welche welcher welches kein keine keinen nichts etwas mal noch schon immer wieder mehr nur auch es gibt machen mache problem frage',
  fr: 'je me moi mon ma mes nous notre nos comment pourquoi quand quel quelle quels quelles quoi peux peut pouvez pouvoir veux voudrais vouloir dois faut besoin aide aidez bonjour merci svp plait ai avez avoir suis etes fait faire marche fonctionne fonctionner toujours encore rien pas ne jamais est-ce probleme question',
  es: 'yo me mi mis nos nuestro por porque cuando cual cuales donde quien puedo puede pueden poder quiero quisiera necesito debo ayuda ayudar hola gracias favor tengo tiene hay hacer hago funciona funcionar siempre todavia nada nunca problema pregunta',
  it: 'io mi mio mia miei nostro perche quando quale quali dove chi cosa posso puo possiamo voglio vorrei devo serve bisogno aiuto ciao salve grazie ho hai fare funziona funzionare sempre ancora niente mai problema domanda',
  pt: 'eu me meu minha meus minhas nosso porque quando qual quais onde quem posso pode podem quero gostaria preciso devo ajuda ola obrigado obrigada favor tenho tem fazer faco funciona funcionar sempre ainda nada nunca problema pergunta',
  nl: 'ik mij mijn wij we ons onze je jij kunnen kunt wil willen moet moeten graag help hulp hallo bedankt alstublieft heb hebben ben waarom wanneer waar wie welke doen doe werkt werken altijd nog niets nooit geen probleem vraag',
  zh: '请问 怎么 么办 怎样 如何 何才 才能 什么 么我 为什 么不 为何 是否 可以 以吗 能否 不能 能不 我想 想要 想知 知道 我的 我们 我无 无法 法在 帮助 帮我 你好 谢谢 的吗 吗 呢 一下 哪里 在哪 问题 错误 怎 么',
  ja: 'です ます ませ せん した まし して する るに には はど どう うす すれ れば ばい いい いで すか ょう しょ でし 方法 を教 教え えて てく くだ ださ さい たい いの ので すが きま でき きな ない いま てい いる どこ 何で なぜ せる お願 願い いし しま か ん 問題',
};

const NONE: ReadonlySet<string> = new Set();
const SETS = new Map(Object.entries(LISTS).map(([language, words]) => [language, new Set(words.split(' '))] as const));

/** Words to ask with in a primary language (`en`, `de` …). */
export function askingWordsOf(language: string): ReadonlySet<string> {
  return SETS.get(language) ?? NONE;
}
