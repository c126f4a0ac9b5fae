/** What users of a service ask: twelve questions, each in eight ways, in four languages. */
const INTENTS = {
  en: `
How do I reset my password? | I forgot my password and cannot log in | password reset email never arrives | The link to reset the password does not work | please reset my password | I need a new password for my account | Where can I change my password? | my password is not accepted any more
Where is my parcel? | My parcel has not been delivered yet | the delivery of my parcel is late | track my parcel | When will the parcel be delivered? | The parcel was sent to the wrong address | Tracking says delivered but there is no parcel | How long does delivery of a parcel take?
I want a refund | How do I get a refund for my order? | When will I receive my refund? | The refund has not arrived on my bank account | please refund the last order | Can I get my money back? I want a refund | refund for a damaged item | You promised a refund two weeks ago
How do I cancel my subscription? | Cancel my subscription please | I want to end my subscription | My subscription was renewed although I cancelled it | Where is the button to cancel the subscription? | stop my subscription at the end of the month | cancelling the yearly subscription | Can I cancel a subscription at any time?
I need an invoice with our VAT number | Where can I download my invoice? | The invoice shows the wrong VAT number | Please send the invoice for March | invoice is missing | How do I change the address on the invoice? | We never received an invoice | Can the invoice be sent to our accounting?
How do I invite a member to my team? | Invite new members | My team member did not get the invite | inviting somebody to the team fails | How many members can I invite to a team? | The invite for a team member has expired | Where do I invite colleagues to the team? | add a member to the team by invite
The app crashes when I open it | App crash after the last update | the app keeps crashing on my phone | Why does the app crash at start? | Crash of the app when I upload a photo | The mobile app crashed again | app crashes all the time | How can I stop the app from crashing?
How do I export my data? | Export all data as CSV | The data export fails | Can I export data to Excel? | exporting data takes hours | The CSV export is empty | Where do I find the export of my data? | scheduled export of data
How do I set up a custom domain? | My custom domain does not work | DNS records for a custom domain | The domain is not verified | Certificate for the custom domain is missing | connect my own domain | Which DNS record does the domain need? | domain verification fails
Is there a dark mode? | How do I turn on dark mode? | Dark mode does not apply to all pages | Please add a dark theme | the dark theme is hard to read | switch to dark mode automatically | Can I use a dark theme at night? | dark mode is gone after the update
The API answers with error 429 | What are the rate limits of the API? | API rate limit is too low | We reach the API rate limit every day | How many API requests per minute are allowed? | raise the rate limit for our API requests | Too many requests error of the API | rate limit headers of the API
I do not get any notifications | How do I turn off notifications? | Too many notification emails | Notifications arrive late | Where are the settings for notifications? | push notifications do not work | mute notifications for a project | Can notifications be sent to Slack?`,
  de: `
Wie setze ich mein Passwort zurück? | Ich habe mein Passwort vergessen und kann mich nicht anmelden | Die E-Mail zum Zurücksetzen des Passworts kommt nicht an | Der Link für das neue Passwort funktioniert nicht | bitte mein Passwort zurücksetzen | Ich brauche ein neues Passwort für mein Konto | Wo kann ich mein Passwort ändern? | mein Passwort wird nicht mehr angenommen
Wo ist mein Paket? | Mein Paket wurde noch nicht geliefert | die Lieferung meines Pakets ist verspätet | Paket verfolgen | Wann wird das Paket geliefert? | Das Paket ging an die falsche Adresse | Laut Sendungsverfolgung geliefert, aber kein Paket da | Wie lange dauert die Lieferung eines Pakets?
Ich möchte eine Erstattung | Wie bekomme ich eine Erstattung für meine Bestellung? | Wann erhalte ich meine Erstattung? | Die Erstattung ist nicht auf meinem Bankkonto angekommen | bitte die letzte Bestellung erstatten | Geld zurück, ich will eine Erstattung | Erstattung für einen beschädigten Artikel | Sie haben mir vor zwei Wochen eine Erstattung versprochen
Wie kündige ich mein Abonnement? | Bitte mein Abonnement kündigen | Ich will das Abonnement beenden | Mein Abonnement wurde trotz Kündigung verlängert | Wo ist der Knopf zum Kündigen des Abonnements? | Abonnement zum Monatsende kündigen | Kündigung des Jahresabonnements | Kann ich ein Abonnement jederzeit kündigen?
Ich brauche eine Rechnung mit unserer Umsatzsteuernummer | Wo kann ich meine Rechnung herunterladen? | Auf der Rechnung steht die falsche Umsatzsteuernummer | Bitte senden Sie die Rechnung für März | Rechnung fehlt | Wie ändere ich die Adresse auf der Rechnung? | Wir haben nie eine Rechnung erhalten | Kann die Rechnung an die Buchhaltung gehen?
Wie lade ich ein Mitglied in mein Team ein? | Neue Mitglieder einladen | Mein Teammitglied hat die Einladung nicht bekommen | Einladen ins Team schlägt fehl | Wie viele Mitglieder kann ich ins Team einladen? | Die Einladung für ein Teammitglied ist abgelaufen | Wo lade ich Kollegen ins Team ein? | Mitglied per Einladung zum Team hinzufügen
Die App stürzt beim Öffnen ab | App Absturz nach dem letzten Update | die App stürzt auf meinem Handy ständig ab | Warum stürzt die App beim Start ab? | Absturz der App beim Hochladen eines Fotos | Die mobile App ist wieder abgestürzt | App stürzt immer wieder ab | Was hilft gegen Abstürze der App?
Wie exportiere ich meine Daten? | Alle Daten als CSV exportieren | Der Datenexport schlägt fehl | Kann ich Daten nach Excel exportieren? | der Export der Daten dauert Stunden | Der CSV-Export ist leer | Wo finde ich den Export meiner Daten? | geplanter Export von Daten
Wie richte ich eine eigene Domain ein? | Meine eigene Domain funktioniert nicht | DNS-Einträge für eine eigene Domain | Die Domain wird nicht bestätigt | Das Zertifikat für die eigene Domain fehlt | eigene Domain verbinden | Welchen DNS-Eintrag braucht die Domain? | Bestätigung der Domain schlägt fehl
Gibt es einen dunklen Modus? | Wie schalte ich den dunklen Modus ein? | Der dunkle Modus gilt nicht für alle Seiten | Bitte ein dunkles Design anbieten | das dunkle Design ist schwer zu lesen | automatisch in den dunklen Modus wechseln | Kann ich nachts ein dunkles Design nutzen? | dunkler Modus ist nach dem Update weg
Die API antwortet mit Fehler 429 | Welche Grenzen hat die API für Anfragen? | Das Limit der API ist zu niedrig | Wir erreichen jeden Tag das Limit der API | Wie viele API-Anfragen pro Minute sind erlaubt? | Limit für unsere API-Anfragen erhöhen | Fehler der API wegen zu vieler Anfragen | Kopfzeilen der API zum Limit
Ich bekomme keine Benachrichtigungen | Wie schalte ich Benachrichtigungen aus? | Zu viele Benachrichtigungen per E-Mail | Benachrichtigungen kommen zu spät | Wo sind die Einstellungen für Benachrichtigungen? | Push-Benachrichtigungen funktionieren nicht | Benachrichtigungen für ein Projekt stumm schalten | Können Benachrichtigungen an Slack gehen?`,
  zh: `
怎么重置密码？ | 我忘记密码了，登录不了 | 收不到重置密码的邮件 | 重置密码的链接打不开 | 请帮我重置密码 | 我的账号需要一个新密码 | 在哪里修改密码？ | 我的密码突然不对了
我的包裹在哪里？ | 包裹还没有送到 | 我的包裹配送延迟了 | 查询包裹物流 | 包裹什么时候能送到？ | 包裹被送到错误的地址 | 物流显示包裹已签收但我没收到 | 包裹配送需要多长时间？
我要退款 | 我的订单怎么申请退款？ | 退款什么时候到账？ | 退款还没有退回银行卡 | 请给上一个订单退款 | 商品坏了我要退款 | 退款申请被拒绝了 | 两周前就答应给我退款
怎么取消订阅？ | 请取消我的订阅 | 我想停止订阅 | 我取消了订阅还是自动续费 | 取消订阅的按钮在哪里？ | 月底取消我的订阅 | 年度订阅怎么取消 | 订阅可以随时取消吗？
我需要开发票 | 在哪里下载发票？ | 发票上的税号不对 | 请发送三月份的发票 | 没有收到发票 | 怎么修改发票抬头？ | 电子发票一直没有开出来 | 发票可以寄给财务吗？
怎么邀请成员加入团队？ | 邀请新的团队成员 | 团队成员没有收到邀请 | 邀请成员加入团队失败 | 一个团队最多可以邀请多少成员？ | 团队成员的邀请已过期 | 在哪里邀请同事加入团队？ | 通过邀请添加团队成员
应用一打开就闪退 | 更新以后应用闪退 | 手机上应用一直闪退 | 为什么应用启动就闪退？ | 上传照片时应用闪退 | 应用又闪退了 | 应用总是闪退 | 怎么解决应用闪退？
怎么导出我的数据？ | 把所有数据导出为表格 | 数据导出失败 | 数据可以导出到 Excel 吗？ | 导出数据要好几个小时 | 导出的数据文件是空的 | 在哪里可以导出数据？ | 定时导出数据
怎么绑定自定义域名？ | 自定义域名无法访问 | 自定义域名的 DNS 解析记录 | 域名验证失败 | 自定义域名缺少证书 | 绑定我自己的域名 | 域名需要哪条解析记录？ | 域名一直没有通过验证
有没有深色模式？ | 怎么打开深色模式？ | 深色模式没有应用到所有页面 | 请增加深色主题 | 深色主题看不清楚 | 自动切换到深色模式 | 晚上能用深色主题吗？ | 更新后深色模式不见了
接口返回 429 错误 | 接口的请求频率限制是多少？ | 接口频率限制太低 | 我们每天都超过接口请求限制 | 接口每分钟允许多少次请求？ | 提高我们的接口请求限制 | 接口提示请求过多 | 接口限制相关的响应头
我收不到通知 | 怎么关闭通知？ | 通知邮件太多了 | 通知来得太晚 | 通知设置在哪里？ | 推送通知不起作用 | 屏蔽某个项目的通知 | 通知可以发到 Slack 吗？`,
  ja: `
パスワードをリセットするにはどうすればいいですか | パスワードを忘れてログインできません | パスワード再設定のメールが届きません | パスワード再設定のリンクが開けません | パスワードをリセットしてください | 新しいパスワードが必要です | パスワードはどこで変更できますか | パスワードが急に使えなくなりました
荷物はどこにありますか | 荷物がまだ届きません | 荷物の配達が遅れています | 荷物を追跡したい | 荷物はいつ配達されますか | 荷物が間違った住所に配達されました | 配達済みなのに荷物がありません | 荷物の配達には何日かかりますか
返金してほしいです | 注文の返金はどうすればできますか | 返金はいつ受け取れますか | 返金がまだ口座に届いていません | 前回の注文を返金してください | 壊れた商品の返金をお願いします | 返金の申請が拒否されました | 二週間前に返金すると言われました
サブスクリプションを解約したい | サブスクリプションの解約方法を教えてください | 解約したのにサブスクリプションが更新されました | サブスクリプションの解約ボタンはどこですか | 月末でサブスクリプションを解約します | 年間サブスクリプションの解約 | サブスクリプションはいつでも解約できますか | サブスクリプションを止めてください
請求書が必要です | 請求書はどこでダウンロードできますか | 請求書の税番号が間違っています | 三月の請求書を送ってください | 請求書が届いていません | 請求書の住所を変更したい | 請求書の宛名を直してください | 請求書を経理に送れますか
チームにメンバーを招待するには | 新しいメンバーを招待したい | チームのメンバーに招待が届きません | メンバーをチームに招待できません | チームに何人のメンバーを招待できますか | メンバーへの招待の期限が切れました | 同僚をチームに招待する場所はどこですか | 招待でチームにメンバーを追加する
アプリを開くとクラッシュします | 更新後にアプリがクラッシュする | スマホでアプリがいつもクラッシュします | なぜアプリは起動時にクラッシュするのですか | 写真をアップロードするとアプリがクラッシュします | アプリがまたクラッシュしました | アプリのクラッシュが止まりません | アプリのクラッシュを直す方法
データをエクスポートするには | すべてのデータをエクスポートしたい | データのエクスポートに失敗します | データをエクセルにエクスポートできますか | データのエクスポートに何時間もかかります | エクスポートしたデータが空です | データのエクスポートはどこにありますか | データの定期エクスポート
独自ドメインを設定するには | 独自ドメインが動きません | 独自ドメインの DNS レコード | ドメインが確認されません | 独自ドメインの証明書がありません | 自分のドメインを接続したい | ドメインに必要な DNS レコードはどれですか | ドメインの確認に失敗します
ダークモードはありますか | ダークモードをオンにするには | ダークモードが全ページに適用されません | ダークテーマを追加してください | ダークテーマが読みにくいです | 自動でダークモードに切り替えたい | 夜はダークテーマを使えますか | 更新後にダークモードが消えました
API がエラー 429 を返します | API のレート制限を教えてください | API のレート制限が低すぎます | 毎日 API のレート制限に達します | API のリクエストは毎分何回までですか | API リクエストの制限を上げてください | API のリクエストが多すぎるというエラー | API のレート制限のヘッダー
通知が届きません | 通知をオフにするには | 通知メールが多すぎます | 通知が遅れて届きます | 通知の設定はどこですか | プッシュ通知が動きません | プロジェクトの通知を止めたい | 通知を Slack に送れますか`,
};

export type Language = keyof typeof INTENTS;
export const LANGUAGES = Object.keys(INTENTS) as Language[];

/** Texts and, for each, the number of what it asks for. */
export interface LabelledTexts {
  texts: string[];
  truth: number[];
}

/** The questions of one language, in an order that mixes them. */
export function questionsIn(language: Language): LabelledTexts {
  const rows = INTENTS[language]
    .trim()
    .split('\n')
    .flatMap((line, truth) => line.split(' | ').map((text, at) => ({ text, truth, at })));
  rows.sort((a, b) => a.at - b.at);
  return { texts: rows.map(({ text }) => text), truth: rows.map(({ truth }) => truth) };
}

/** The questions of several languages, where each language asks for things of its own. */
export function questionsInAll(languages: readonly Language[] = LANGUAGES): LabelledTexts {
  const all = languages.map(questionsIn);
  const apart = (truth: readonly number[], set: number) => truth.map((number) => number + 12 * set);
  return { texts: all.flatMap(({ texts }) => texts), truth: all.flatMap(({ truth }, set) => apart(truth, set)) };
}
