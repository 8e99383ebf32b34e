import supertest, { type Test } from 'supertest';

/** supertest with the API's base address and the caller's token. Paths are those of the contract. */
export interface TestClient {
  get(path: string): Test;
  post(path: string, body?: object): Test;
  put(path: string, body?: object): Test;
  delete(path: string): Test;
}

export function testClient(baseUrl: string, token?: string): TestClient {
  const agent = supertest(baseUrl);
  const withToken = (test: Test): Test =>
    token === undefined ? test : test.set('authorization', `Bearer ${token}`);
  const withBody = (test: Test, body?: object): Test =>
    body === undefined ? withToken(test) : withToken(test).send(body);
  return {
    get: (path) => withToken(agent.get(`/api${path}`)),
    post: (path, body) => withBody(agent.post(`/api${path}`), body),
    put: (path, body) => withBody(agent.put(`/api${path}`), body),
    delete: (path) => withToken(agent.delete(`/api${path}`)),
  };
}
