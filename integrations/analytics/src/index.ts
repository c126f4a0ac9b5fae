import { script, type Call } from '../../script';
import { readSettings } from './settings';
import page from './page.raw.js';

/** The script of a site: what is set there, and what does it in the page. Nothing where the settings don't suffice. */
function publishedScript({ environment }: Call): Response {
  const settings = readSettings(environment.siteInstallation?.configuration ?? {});
  const text = settings ? page.replace('SETTINGS', () => JSON.stringify(settings)) : '';
  return new Response(text, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=300' },
  });
}

export default script({ fetch_published_script: publishedScript });
