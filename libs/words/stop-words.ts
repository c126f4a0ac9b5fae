/**
 * Words so frequent that they say nothing about a passage, by language. Short on purpose: a word missing here only
 * costs space, since rare words outweigh frequent ones anyway. Folded, as {@link tokenize} gives them.
 */
const LISTS: Record<string, string> = {
  en: 'a an and are as at be but by can do for from has have how if in into is it its of on or so than that the their then there these they this to was we were what when where which will with you your s t',
  fr: 'a au aux avec c ce ces cette d dans de des du elle en est et il ils j je l la le les leur lui m mais n ne nous on ou par pas pour qu que qui s sa se ses son sont sur t un une vos votre vous y',
  de: 'aber als am an auf aus bei bis das dass dem den der des die durch ein eine einem einen einer eines er es fur hat im in ist kann mit nach nicht oder sich sie sind so und uber um von vor war was wie wird zu zum zur',
  es: 'a al con como de del el en entre es esta este la las lo los mas no o para pero por que se sin son su sus un una y ya',
  it: 'a ai al alla c che con d da dal del della delle di e gli i il in l la le lo ma nel nella non o per piu si sono su un una',
  pt: 'a ao aos as com como da das de do dos e em entre mais mas na nas no nos o os ou para pela pelo por que se sem seu sua um uma',
  nl: 'aan als bij dan dat de die dit door een en er het hoe in is je kan met naar niet of om ook op te tot uit van voor wat worden wordt zijn',
  sv: 'att av den det eller en ett for fran har hur i in kan med men nar och om pa sa som till ut var vid ar',
  da: 'af at de den der det du en er et for fra har hvis i ikke kan med men og om pa sa som til ved',
  no: 'av at de den det du en er et for fra har hvis i ikke kan med men og om pa sa som til ved',
  ru: 'а без бы в во вы для до же за и из или их как к ко ли на не но о об он от по при с со так то у что чтобы это',
};

const NONE: ReadonlySet<string> = new Set();
const SETS = new Map(Object.entries(LISTS).map(([language, words]) => [language, new Set(words.split(' '))] as const));

/** The stop words of a primary language (`en`, `fr` …). */
export function stopWordsOf(language: string): ReadonlySet<string> {
  return SETS.get(language) ?? NONE;
}

const ANY = new Set(Array.from(SETS.values(), (words) => [...words]).flat());

/** Whether a folded word in lower case is a stop word of some language. */
export function isStopWord(word: string): boolean {
  return ANY.has(word);
}
