import { asRoot, waitFor, mesh } from '@forgemesh/testing';
import { expectStatus, createRepository } from '#testing/fixtures';
import { GitClone } from '#testing/git-client';

const root = asRoot();

describe('a push that deletes a tag', () => {
  it('removes its release', async () => {
    const project = await createRepository();
    const releases = `/projects/${project.id}/releases`;
    const release = (tag_name: string) => root.post(releases, { tag_name, description: 'Notes', ref: 'main' });
    for (const name of ['v1', 'v2']) expectStatus(await release(name), 201);
    const clone = await GitClone.of(project, mesh().rootToken);
    const pushed = await clone.run('push', '-q', 'origin', ':refs/tags/v1');
    clone.remove();
    expect(pushed).toEqual({ code: 0, output: '' });
    await waitFor(
      () => root.get(`${releases}/v1`),
      ({ status }) => status === 404,
    );
    expect((await root.get(`${releases}/v2`)).status).toBe(200);
    expectStatus(await release('v1'), 201);
    expect((await root.get(`${project.repository}/tags/v1`)).body.release).toMatchObject({ description: 'Notes' });
  });
});
