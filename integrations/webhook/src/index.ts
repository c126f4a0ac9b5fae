import { script, textOf, type Call, type Configuration, type Environment } from '../../script';
import { deliver } from './delivery';

/** The events that may be chosen, and whether they are posted where nothing was chosen. */
const EVENTS: Readonly<Record<string, boolean>> = {
  space_content_updated: true,
  site_view: false,
  page_feedback: true,
};

async function post({ event, environment, waitUntil }: Call): Promise<Response> {
  const { account, own } = settingsOf(environment);
  const url = textOf(own, 'url') ?? textOf(account, 'url');
  const chosen = own?.[event.type] ?? account?.[event.type] ?? EVENTS[event.type];
  if (url === undefined || chosen !== true) return new Response(null, { status: 204 });
  const secret = textOf(account, 'secret') ?? environment.signingSecrets.installation;
  if (secret === undefined) return new Response(null, { status: 204 });
  waitUntil(deliver({ url, secret, body: JSON.stringify(event) }));
  return new Response(null, { status: 202 });
}

/** What is set for the organization, and for the one space or site that the event is about. */
function settingsOf(environment: Environment): { account?: Configuration; own?: Configuration } {
  const { installation, spaceInstallation, siteInstallation } = environment;
  const own = (spaceInstallation ?? siteInstallation)?.configuration;
  return {
    ...(installation ? { account: installation.configuration } : {}),
    ...(own ? { own } : {}),
  };
}

export default script({ space_content_updated: post, site_view: post, page_feedback: post });
