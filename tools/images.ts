// `npm run images`: an image of each part of the mesh, tagged by commit, with whichever builder
// this machine has.

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { findBuilder, buildImage, images, revision } from './images/index.ts';
import { explain, PlainError, runMain } from './lib/fail.ts';
import { createLog } from './lib/log.ts';

const usage = `Usage: npm run images -- [image...] [options]
  image            ${images.map(({ name }) => name).join(', ')}; every service by default
  --registry NAME  what comes before the image's name (docker.io/forgemesh)
  --tag TAG        instead of the commit
  --base IMAGE     Node image to build on, instead of the Dockerfile's
  --push           push what was built
  --digests FILE   with --push: write the digests as values of the chart
  --help           show this`;

await runMain(async () => {
  const { values: options, positionals } = readOptions(process.argv.slice(2));
  if (options.help) return console.log(usage);
  const unknown = positionals.filter((name) => images.every((image) => image.name !== name));
  if (unknown.length > 0) throw new PlainError(`There is no image ${unknown.join(', ')}.\n${usage}`);
  if (options.digests && !options.push) throw new PlainError('Digests are those of pushed images: add --push.');
  const log = createLog();
  const builder = await findBuilder();
  const commit = await revision();
  const tag = options.tag ?? commit;
  const digests: Record<string, string> = {};
  for (const image of images) {
    const isWanted = positionals.length > 0 ? positionals.includes(image.name) : image.isService;
    if (!isWanted) continue;
    const name = `${options.registry}/${image.name}:${tag}`;
    const more = { base: options.base, isPushed: options.push };
    const digest = await log.step(`Building ${name} with ${builder.name}`, () =>
      buildImage(builder, image, { name, commit, log, ...more }),
    );
    if (digest !== undefined && image.isService) digests[image.name] = digest;
  }
  if (options.digests) writeFileSync(options.digests, stringify({ image: { registry: options.registry, digests } }));
});

function readOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        registry: { type: 'string', default: 'docker.io/forgemesh' },
        tag: { type: 'string' },
        base: { type: 'string' },
        push: { type: 'boolean', default: false },
        digests: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new PlainError(`${explain(error).split('\n')[0]}\n${usage}`);
  }
}
