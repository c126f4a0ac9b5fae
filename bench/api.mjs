/** The few calls of Quire's API that set a stage. */
export class Api {
  constructor(port, token) {
    this.base = `http://localhost:${port}`;
    this.headers = { authorization: `Bearer ${token}` };
  }

  async text(path) {
    const answer = await fetch(this.base + path, { headers: this.headers });
    if (!answer.ok) throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`);
    return { text: await answer.text(), etag: answer.headers.get('etag') };
  }

  async get(path) {
    return JSON.parse((await this.text(path)).text);
  }

  async post(path, body) {
    const headers = { ...this.headers, 'content-type': 'application/json' };
    const answer = await fetch(this.base + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }

  async delete(path) {
    const answer = await fetch(this.base + path, { method: 'DELETE', headers: this.headers });
    if (!answer.ok) throw new Error(`DELETE ${path}: ${answer.status} ${await answer.text()}`);
  }
}
