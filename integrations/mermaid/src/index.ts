import { script, type Call, type Environment } from '../../script';
import { diagram, type RenderRequest } from './diagram';
import frame from './frame.raw.js';
import library from './mermaid.raw.js';

const PAGE = `<!doctype html>
<html>
  <head>
    <meta charset="utf-8">
    <meta name="color-scheme" content="light dark">
    <title>Diagram</title>
    <style>
      body { margin: 0; font-family: system-ui, sans-serif; }
      svg { display: block; margin: 0 auto; max-width: 100%; }
      pre { margin: 0; padding: 1em; white-space: pre-wrap; overflow-wrap: anywhere; }
    </style>
  </head>
  <body>
    <div id="diagram"></div>
    <script src="VERSION/mermaid.js"></script>
    <script src="VERSION/frame.js"></script>
  </body>
</html>
`;
/** A year: the addresses name the version. */
const KEPT = 'public, max-age=31536000, immutable';

/** The frame of a diagram asks for a page and two scripts, each below the version of this integration. */
function answer({ event, environment }: Call): Response {
  const { url } = event['request'] as { url: string };
  const [file = ''] = new URL(url).pathname.split('/').slice(-1);
  const scripts: Readonly<Record<string, string>> = { 'mermaid.js': library, 'frame.js': frame };
  const text = Object.hasOwn(scripts, file) ? scripts[file] : undefined;
  if (text !== undefined) return sent(text, 'text/javascript');
  return sent(PAGE.replaceAll('VERSION', baseOf(environment)), 'text/html');
}

function sent(text: string, type: string): Response {
  return new Response(text, { headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': KEPT } });
}

/** Where this version answers frames. */
function baseOf({ integration }: Environment): string {
  return `${integration.urls.publicContentEndpoint}/${integration.version}`;
}

function render({ event, environment }: Call): Response {
  if (event['componentId'] !== 'diagram') return new Response(null, { status: 404 });
  const drawn = diagram(event as unknown as RenderRequest, baseOf(environment));
  return new Response(JSON.stringify(drawn), {
    headers: { 'content-type': 'application/json', 'cache-control': 'max-age=86400' },
  });
}

export default script({ fetch: answer, ui_render: render });
