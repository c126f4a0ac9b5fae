/**
 * What a script is sent and what it answers, without a library: one POST with a form, whose `event` says what happened
 * and whose `environment` says where the script is installed and how it is set up there.
 */

/** Members that depend on the type are read by its handler. */
export interface ScriptEvent {
  eventId: string;
  type: string;
  [member: string]: unknown;
}

/** What was set where the script is installed: nothing of it is sure to be there. */
export type Configuration = Readonly<Record<string, unknown>>;

export interface Environment {
  integration: { name: string; version: number; urls: { publicContentEndpoint: string } };
  installation?: { id: string; configuration: Configuration };
  spaceInstallation?: { space: string; configuration: Configuration };
  siteInstallation?: { site: string; configuration: Configuration };
  signingSecrets: { integration: string; installation?: string };
}

export interface Call {
  event: ScriptEvent;
  environment: Environment;
  /** Work that goes on after the answer, within the ten seconds of the event. */
  waitUntil(work: Promise<unknown>): void;
}

export type Handler = (call: Call) => Response | Promise<Response>;

/** The part of the runtime that scripts use besides the API of the Web. */
interface Context {
  waitUntil(work: Promise<unknown>): void;
}

/** Answers with the handler of the event's type; 406 means that the script has none, which is no failure. */
export function script(handlers: Readonly<Record<string, Handler>>): {
  fetch(request: Request, env: unknown, context: Context): Promise<Response>;
} {
  return {
    async fetch(request, _env, context) {
      const form = await request.formData();
      const event = JSON.parse(String(form.get('event'))) as ScriptEvent;
      const environment = JSON.parse(String(form.get('environment'))) as Environment;
      const handler = Object.hasOwn(handlers, event.type) ? handlers[event.type] : undefined;
      if (!handler) return new Response(null, { status: 406 });
      return handler({ event, environment, waitUntil: (work) => context.waitUntil(work) });
    },
  };
}

/** A setting that is a text with something in it. */
export function textOf(configuration: Configuration | undefined, name: string): string | undefined {
  const value = configuration?.[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
