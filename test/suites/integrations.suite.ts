/** Integrations. */
import '../http/integrations/integrations/publishing-integrations.spec.js';
import '../http/integrations/integrations/what-authors-send.spec.js';
import '../http/integrations/installations/installations.spec.js';
import '../http/integrations/installations/site-scripts.spec.js';
import '../http/integrations/installations/visitor-login.spec.js';
import '../http/integrations/events/integration-events.spec.js';
import '../http/integrations/tokens/script-scopes.spec.js';
import '../http/integrations/events/development-mode.spec.js';
import '../contexts/integrations/events/delivering.spec.js';
import '../http/integrations/tokens/script-tokens.spec.js';
import '../http/integrations/endpoints/endpoints.spec.js';
import '../http/integrations/endpoints/endpoint-requests.spec.js';
import '../http/integrations/integrations/own-integrations.spec.js';
import '../http/integrations/events/webhook.spec.js';
import '../http/integrations/endpoints/own-frames.spec.js';
import '../http/integrations/rendering/rendering.spec.js';
import '../http/integrations/rendering/hostile-rendering.spec.js';
