import { fold } from '#words';

/** The icon of a group that none of the words below speaks of. */
export const DEFAULT_ICON = 'comments';

/** The beginnings of words, folded and in lower case, that speak for an icon; in several languages. */
const WORDS: Record<string, string> = {
  trash:
    'delete remove cancel close losch entfern kundig eliminar cancel supprim annul 删除 取消 注销 削除 解約 キャンセル',
  'credit-card': 'card credit visa mastercard karte kreditkart tarjeta carte 信用卡 银行卡 カード',
  'money-bill': 'pay payment money cash price cost zahl bezahl geld preis pago payer paiement 付款 支付 支払 料金 价格',
  'file-invoice': 'invoice bill receipt tax rechnung steuer factur 发票 账单 請求 領収',
  'rotate-left': 'refund return chargeback erstatt ruckgab zuruck reembols rembours 退款 退货 返金 返品',
  truck:
    'ship shipping shipment deliver parcel track package liefer versand paket envio livr 发货 快递 包裹 物流 配送 配達 荷物 送料',
  lock: 'password passcode login signin 2fa mfa passwor kennwort anmeld contrasen motdepasse 密码 登录 登陆 パスワード ログイン',
  user: 'account profile username konto profil benutzer cuenta compte 账户 账号 帐号 アカウント ユーザ',
  users: 'team member invite role permission mitglied einlad rolle equipo 成员 团队 邀请 权限 メンバー 招待 権限',
  key: 'token apikey secret certificate ssl tls schlussel zertifikat 密钥 令牌 トークン 証明',
  envelope: 'email mail newsletter inbox e-mail correo 邮件 邮箱 メール',
  bell: 'notification alert remind alarm benachricht notific 通知 提醒 アラート',
  phone: 'phone call sms telephone mobile telefon anruf telefono 电话 手机 電話 携帯',
  calendar: 'calendar schedule meeting appointment dates termin kalender cita 日历 预约 日程 予約 カレンダー',
  plane: 'flight travel trip airline airport flug reise vuelo viaje vol 航班 旅行 飛行機',
  'cloud-arrow-up': 'upload deploy backup cloud hochlad sicherung subir 上传 部署 备份 アップロード デプロイ',
  download: 'download export herunterlad exportier descarg telecharg 下载 导出 ダウンロード エクスポート',
  'file-import': 'import migrat importier importar 导入 迁移 インポート 移行',
  database: 'database sql query mysql postgres oracle datenbank base 数据库 データベース',
  code: 'code api function class script programm funktion 代码 接口 コード',
  plug: 'integration webhook plugin connect integrat verbind 集成 插件 連携',
  palette: 'theme dark color colour design dunkle farbe tema 主题 深色 テーマ ダークモード',
  bug: 'error bug crash fail broken exception fehler absturz fallo erreur 错误 报错 崩溃 闪退 失败 エラー クラッシュ 不具合',
  gear: 'setting configur install setup option einstell einricht ajuste parametr 设置 配置 安装 設定 インストール',
  globe: 'domain website dns url language translate sprache seite dominio 域名 网站 语言 ドメイン 言語 サイト',
  image: 'image photo picture logo avatar bild foto imagen 图片 照片 画像 写真',
  'magnifying-glass': 'search find filter suche finden buscar cherch 搜索 查找 検索',
  'arrow-up-right-dots':
    'upgrade plan subscription pricing limit abo tarif plan suscrip 升级 套餐 订阅 プラン アップグレード',
  clock: 'slow time delay wait pending timeout langsam verzoger lent tard 慢 超时 延迟 遅い 時間',
  'building-columns': 'bank transfer iban exchange currency uberweis wechsel transfer 转账 汇率 振込 為替 両替',
  shield: 'security fraud privacy stolen lost sicherheit betrug gestohlen seguridad 安全 隐私 欺诈 盗 セキュリティ',
  utensils: 'restaurant food recipe meal cook essen rezept comida 餐厅 菜谱 レシピ 料理',
  music: 'music song playlist musik lied musica 音乐 歌 音楽',
  car: 'car vehicle drive oil tire auto fahr coche 汽车 车 車',
  house: 'house home rent mortgage haus miete casa 房 家',
  'cloud-sun': 'weather temperature rain wetter tiempo 天气 天気',
  book: 'document docs guide manual tutorial dokument anleitung 文档 手册 ドキュメント マニュアル',
};

/** All names that a group's icon may have. */
export const ICONS: readonly string[] = [...Object.keys(WORDS), DEFAULT_ICON];

const SPEAKS = Object.entries(WORDS).flatMap(([icon, words]) =>
  Array.from(new Set(words.split(' ')), (word) => ({ icon, word, spaced: /^[\p{sc=Latin}\d-]+$/u.test(word) })),
);
/** A shorter beginning must be the whole word, or the word without its `s`. */
const LEAST_BEGINNING = 4;
/** A share of the texts must speak for an icon. */
const SHARE = 0.3;

/** The icon that most texts speak for. */
export function iconOf(texts: readonly string[]): string {
  const votes = new Map<string, number>();
  for (const text of texts) {
    const folded = fold(text).toLowerCase();
    const words = folded.split(/[^\p{L}\p{M}\p{N}-]+/u);
    const spoken = SPEAKS.filter(({ word, spaced }) =>
      spaced ? words.some((own) => begins(own, word)) : folded.includes(fold(word)),
    );
    for (const icon of new Set(spoken.map((row) => row.icon))) votes.set(icon, (votes.get(icon) ?? 0) + 1);
  }
  const [best] = Array.from(votes).sort((a, b) => b[1] - a[1] || ICONS.indexOf(a[0]) - ICONS.indexOf(b[0]));
  return best && best[1] >= texts.length * SHARE ? best[0] : DEFAULT_ICON;
}

const begins = (word: string, beginning: string): boolean =>
  word === beginning || word === `${beginning}s` || (beginning.length >= LEAST_BEGINNING && word.startsWith(beginning));
