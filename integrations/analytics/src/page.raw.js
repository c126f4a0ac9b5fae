/* Runs in the pages of the site. */
(() => {
  const settings = SETTINGS;
  const accepted = document.cookie.split('; ').includes('__gitbook_cookie_granted=yes');
  // The page is loaded again when the reader accepts.
  if (settings.needsConsent && !accepted) return;

  if (settings.matomo) {
    const { endpoint, siteId } = settings.matomo;
    const queue = (window._paq = window._paq || []);
    if (!accepted) queue.push(['disableCookies']);
    queue.push(['setTrackerUrl', endpoint], ['setSiteId', siteId], ['trackPageView'], ['enableLinkTracking']);
    // The pages of a site change without being loaded.
    let seen = location.href;
    const look = () => {
      if (location.href === seen) return;
      queue.push(['setReferrerUrl', seen], ['setCustomUrl', (seen = location.href)]);
      queue.push(['setDocumentTitle', document.title], ['trackPageView']);
    };
    const { pushState } = history;
    history.pushState = function (...state) {
      pushState.apply(this, state);
      // The title follows a moment later.
      setTimeout(look, 100);
    };
    addEventListener('popstate', () => setTimeout(look, 100));
  }

  const tag = document.createElement('script');
  tag.defer = true;
  for (const [name, value] of Object.entries(settings.attributes)) tag.setAttribute(name, value);
  tag.src = settings.src;
  document.head.append(tag);
})();
