/** Integrations, over HTTP. */
import '../http/integrations/integrations/publishing-integrations.spec.js';
