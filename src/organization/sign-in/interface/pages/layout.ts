import { html, type Html } from '#kernel/interface/pages/html';
import { STYLE_ADDRESS } from './style.js';

/** The content of a page, without the frame that all pages share. */
export interface PageContent {
  title: string;
  body: Html;
  /** The user's account at the top, with the token of its form. */
  signedIn?: { displayName: string; formToken: string };
  /** A wider page than one with a single form. */
  wide?: boolean;
  /** The address of its script; it works without, too. */
  script?: string;
  /** Its form is answered with a redirect to another server. */
  leadsAway?: boolean;
  /** The address that browsers go on to at once. */
  leadsTo?: string;
}

/** The whole document. */
export function layout({ title, body, signedIn, wide, leadsTo, script }: PageContent): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${leadsTo !== undefined && html`<meta http-equiv="refresh" content="0; url=${leadsTo}" />`}
        <title>${title} · Quire</title>
        <link rel="stylesheet" href="${STYLE_ADDRESS}" />
        ${script !== undefined && html`<script type="module" src="${script}"></script>`}
      </head>
      <body>
        <header class="bar">
          <a class="brand" href="${signedIn ? '/account' : '/signin'}">Quire</a>
          ${signedIn && accountBar(signedIn)}
        </header>
        <main class="${wide ? 'wide' : 'narrow'}">
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html> `;
  return page.text.replace(/\n\s*/g, '\n');
}

function accountBar({ displayName, formToken }: { displayName: string; formToken: string }): Html {
  return html`<form class="who" method="post" action="/signout">
    <span class="name">${displayName}</span>
    ${hidden('token', formToken)}
    <button class="quiet" type="submit">Sign out</button>
  </form>`;
}

export function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}

/** Shows an error, which screen readers announce at once. */
export function alert(message: string | undefined): Html {
  return html`${message !== undefined && html`<p class="note bad" role="alert">${message}</p>`}`;
}

/** Shows that an action succeeded. */
export function status(message: string | undefined): Html {
  return html`${message !== undefined && html`<p class="note good" role="status">${message}</p>`}`;
}
