/** How often a delivery is tried again, and the milliseconds before the first time, which double each time. */
const RETRIES = 3;
const FIRST_DELAY_MS = 1000;
/** The runtime gives an event ten seconds: what is not delivered by then is given up, with a line in the log. */
const PATIENCE_MS = 9500;
const ATTEMPT_MS = 5000;

export interface Delivery {
  url: string;
  secret: string;
  /** JSON, sent as it is: the signature is that of these characters. */
  body: string;
}

/** Posts until the other side takes it, refuses it, or the time is over. The log of the event says how it went. */
export async function deliver({ url, secret, body }: Delivery): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  const time = Math.floor(Date.now() / 1000);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Quire-Webhook',
    'x-quire-signature': `t=${time},v1=${await signatureOf(secret, `${time}.${body}`)}`,
  };
  for (let attempt = 0; ; attempt++) {
    const fault = await send(url, headers, body, Math.min(ATTEMPT_MS, end - Date.now()));
    if (fault === undefined) return console.log(`Delivered, attempt ${attempt + 1}`);
    const delay = FIRST_DELAY_MS * 2 ** attempt * (1 + Math.random() / 10);
    if (!fault.again) return console.error(`Refused: ${fault.reason}`);
    if (attempt === RETRIES || Date.now() + delay >= end) return console.error(`Given up: ${fault.reason}`);
    console.warn(`Tried again in ${Math.round(delay)} ms: ${fault.reason}`);
    await new Promise((resolve) => setTimeout(resolve, delay));
  }
}

/** Why a request was not taken, and whether another may be; undefined where it was. */
async function send(
  url: string,
  headers: Record<string, string>,
  body: string,
  timeoutMs: number,
): Promise<{ reason: string; again: boolean } | undefined> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const { ok, status } = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    return ok ? undefined : { reason: `status ${status}`, again: status >= 500 || status === 429 };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error), again: true };
  }
}

/** HMAC-SHA256 in hexadecimal. */
async function signatureOf(secret: string, text: string): Promise<string> {
  const bytes = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', bytes.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const signature = await crypto.subtle.sign('HMAC', key, bytes.encode(text));
  return [...new Uint8Array(signature)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
