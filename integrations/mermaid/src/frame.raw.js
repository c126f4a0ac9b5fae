/*
 * Draws in the reader's page. The page around the frame sends the text as `state.content`, again when it changes; the
 * frame says when it is ready, and how large the drawing is.
 */
(() => {
  const place = document.getElementById('diagram');
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const send = (action) => parent.postMessage({ action }, '*');
  let wanted;
  let drawing = Promise.resolve();

  /** One after the other, as the library keeps state; what was replaced meanwhile is not drawn. */
  const draw = () => {
    drawing = drawing.then(async () => {
      const content = wanted;
      mermaid.initialize({
        startOnLoad: false,
        theme: dark.matches ? 'dark' : 'default',
        suppressErrorRendering: true,
      });
      try {
        const { svg } = await mermaid.render('drawn', content);
        if (content === wanted) place.innerHTML = svg;
      } catch (error) {
        const notice = document.createElement('pre');
        notice.textContent = `This diagram can't be drawn: ${error.message}`;
        place.replaceChildren(notice);
      }
      const { width, height } = place.getBoundingClientRect();
      send({ action: '@webframe.resize', size: { aspectRatio: width / height, height } });
    });
  };

  addEventListener('message', ({ data }) => {
    const content = data?.state?.content;
    if (typeof content !== 'string' || content === wanted) return;
    wanted = content;
    draw();
  });
  dark.addEventListener('change', () => wanted !== undefined && draw());
  send({ action: '@webframe.ready' });
})();
