/**
 * Uses of what Node.js or a library says that it will refuse later, while a test file runs. A library says it once for
 * each file, Node.js once for each process.
 */
export class DeprecatedUses {
  #messages = [];
  #note = ({ name, message }) => {
    if (name === 'DeprecationWarning') this.#messages.push(message);
  };

  start() {
    process.on('warning', this.#note);
  }

  stop() {
    process.off('warning', this.#note);
  }

  get messages() {
    return this.#messages;
  }
}
