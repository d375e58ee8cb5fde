import { type Call, internalOperation } from '@forgemesh/rpc';
import { ReferenceLinkServiceDefinition } from '@forgemesh/proto/collaboration/v1/reference_link';
import { subjectOf } from '#access';
import { referenceLinks, type ReferencesDeps } from '#items/references';

/** Lists the links of the references in texts. */
export const listReferenceLinks = internalOperation(
  ReferenceLinkServiceDefinition.listReferenceLinks,
  async ({ text, texts, project_id }, call: Call<ReferencesDeps>) => {
    const links = await referenceLinks(call.deps, [text, ...texts], { project_id, subject: subjectOf(call) });
    return {
      links: Object.entries(links).map(([written, { text: shown, ...link }]) => ({ ...link, text: written, shown })),
    };
  },
);
