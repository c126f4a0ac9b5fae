/** The words of a page that is begun for a cluster. */
export interface SkeletonWords {
  /** What is to be done with the page; `byModel` where a language model wrote it. */
  note: string;
  byModel: string;
  inShort: string;
  steps: string;
  seeAlso: string;
  asked: string;
  /** What is put below headings that are to be filled in. */
  fillIn: string;
}

const EN: SkeletonWords = {
  note: 'This page was begun from questions of users, which are quoted at the end. Fill it in, and take away this note and the questions before it is merged.',
  byModel:
    'A language model wrote this page from questions of users, which are quoted at the end, and from other pages. Check all of it, and take away this note and the questions before it is merged.',
  inShort: 'In short',
  steps: 'Step by step',
  seeAlso: 'See also',
  asked: 'What users asked',
  fillIn: 'To be written.',
};

const WORDS: Readonly<Record<string, SkeletonWords>> = {
  en: EN,
  de: {
    note: 'Diese Seite wurde aus Fragen von Nutzern begonnen, die am Ende stehen. Füllen Sie sie aus, und entfernen Sie diesen Hinweis und die Fragen, bevor sie übernommen wird.',
    byModel:
      'Ein Sprachmodell hat diese Seite aus Fragen von Nutzern, die am Ende stehen, und aus anderen Seiten geschrieben. Prüfen Sie alles, und entfernen Sie diesen Hinweis und die Fragen, bevor sie übernommen wird.',
    inShort: 'Kurz gesagt',
    steps: 'Schritt für Schritt',
    seeAlso: 'Siehe auch',
    asked: 'Was Nutzer gefragt haben',
    fillIn: 'Noch zu schreiben.',
  },
  fr: {
    note: 'Cette page a été commencée à partir de questions d’utilisateurs, citées à la fin. Complétez-la, puis retirez cette note et les questions avant la fusion.',
    byModel:
      'Un modèle de langage a écrit cette page à partir de questions d’utilisateurs, citées à la fin, et d’autres pages. Vérifiez tout, puis retirez cette note et les questions avant la fusion.',
    inShort: 'En bref',
    steps: 'Pas à pas',
    seeAlso: 'Voir aussi',
    asked: 'Ce que les utilisateurs ont demandé',
    fillIn: 'À écrire.',
  },
  es: {
    note: 'Esta página se empezó a partir de preguntas de usuarios, citadas al final. Complétela y quite esta nota y las preguntas antes de fusionarla.',
    byModel:
      'Un modelo de lenguaje escribió esta página a partir de preguntas de usuarios, citadas al final, y de otras páginas. Revise todo y quite esta nota y las preguntas antes de fusionarla.',
    inShort: 'En resumen',
    steps: 'Paso a paso',
    seeAlso: 'Véase también',
    asked: 'Lo que preguntaron los usuarios',
    fillIn: 'Por escribir.',
  },
  ja: {
    note: 'このページは利用者の質問から作られました。質問は末尾にあります。内容を書き、統合する前にこの注記と質問を取り除いてください。',
    byModel:
      'このページは、末尾にある利用者の質問とほかのページをもとに言語モデルが書きました。すべて確認し、統合する前にこの注記と質問を取り除いてください。',
    inShort: '要点',
    steps: '手順',
    seeAlso: '関連ページ',
    asked: '利用者の質問',
    fillIn: '未記入',
  },
  zh: {
    note: '本页由用户的问题生成,问题列在末尾。请补充内容,并在合并之前删除此说明和这些问题。',
    byModel: '本页由语言模型根据末尾的用户问题和其他页面写成。请全部检查,并在合并之前删除此说明和这些问题。',
    inShort: '概要',
    steps: '步骤',
    seeAlso: '另请参阅',
    asked: '用户的问题',
    fillIn: '待填写。',
  },
};

/** In a language (BCP 47), or in English where there are none. */
export function skeletonWords(language = 'en'): SkeletonWords {
  return WORDS[language.toLowerCase().split(/[-_]/, 1)[0] ?? ''] ?? EN;
}
