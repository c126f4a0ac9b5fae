/** Marks the entry of the outline whose section is read: the last one that began in the upper third of the window. */
export function followOutline(): void {
  const links = new Map<Element, Element>();
  for (const link of document.querySelectorAll<HTMLAnchorElement>('nav.outline a[href^="#"]')) {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (heading) links.set(heading, link);
  }
  const passed = new Set<Element>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting) passed.add(target);
        else passed.delete(target);
      mark([...links.keys()].filter((heading) => passed.has(heading)).at(-1));
    },
    // Everything above the line counts, however far up it is.
    { rootMargin: '1000000px 0px -67% 0px' },
  );
  for (const heading of links.keys()) observer.observe(heading);

  function mark(current: Element | undefined): void {
    for (const [heading, link] of links) {
      if (heading === current) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  }
}
