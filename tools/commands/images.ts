// `npm run images`: builds the images, tagged by commit, with any builder of this machine.

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { findBuilder, buildImage, images, revision } from '../kubernetes/images/index.ts';
import { formatError, PlainError, runMain } from '../lib/fail.ts';
import { createLog } from '../lib/log.ts';

const usage = `Usage: npm run images -- [image...] [options]
  image            ${images.map(({ name }) => name).join(', ')}; every service and the gateway by default
  --registry NAME  registry and path prefix of the images (docker.io/forgemesh)
  --tag TAG        tag of the images, instead of the commit
  --base IMAGE     Node image to build on, instead of the Dockerfile's
  --push           push the images
  --digests FILE   with --push: write the digests as values of the chart
  --help           show this`;

await runMain(async () => {
  const { values: options, positionals } = readOptions(process.argv.slice(2));
  if (options.help) return console.log(usage);
  const unknown = positionals.filter((name) => images.every((image) => image.name !== name));
  if (unknown.length > 0) throw new PlainError(`Unknown image: ${unknown.join(', ')}.\n${usage}`);
  if (options.digests && !options.push) throw new PlainError('Digests exist only for pushed images: add --push.');
  const log = createLog();
  const builder = await findBuilder();
  const commit = await revision();
  const tag = options.tag ?? commit;
  const digests: Record<string, string> = {};
  for (const image of images) {
    const isSelected = positionals.length > 0 ? positionals.includes(image.name) : image.isService;
    if (!isSelected) continue;
    const name = `${options.registry}/${image.name}:${tag}`;
    const more = { base: options.base, isPushed: options.push };
    const digest = await log.step(`Building ${name} with ${builder.name}`, () =>
      buildImage(builder, image, { name, commit, log, ...more }),
    );
    if (digest !== undefined && image.hasNode) digests[image.name] = digest;
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
    throw new PlainError(`${formatError(error).split('\n')[0]}\n${usage}`);
  }
}
