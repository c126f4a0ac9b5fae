/** The files of a repository whose pages are read from right to left. */
export const ARABIC: Record<string, string> = {
  'SUMMARY.md': '# جدول\n\n* [البداية](README.md)\n* [التثبيت](install.md)\n',
  'README.md': '---\nicon: house\n---\n\n# البداية\n\nمرحبا بكم في `Acme`.\n',
  'install.md': `---
description: كيف تبدأ.
icon: download
---

# التثبيت

أمر واحد يكفي.

## قبل البدء

* Node.js 20
* مساحة فارغة

\`\`\`sh
npm install --global acme
\`\`\`

{% hint style="warning" %}
انتبه.
{% endhint %}

{% tabs %}
{% tab title="أولا" %}
واحد.
{% endtab %}
{% tab title="ثانيا" %}
اثنان.
{% endtab %}
{% endtabs %}

{% stepper %}
{% step %}
### ثبّت

هكذا.
{% endstep %}
{% endstepper %}

| الاسم | الحجم |
| --- | ---: |
| واحد | 1 |
`,
};
