// Finds the operation of an OpenAPI document that matches a request, by the rules of the gateway's
// router.

export interface Operation {
  method: string;
  template: string;
  operationId: string;
  responses: Record<string, ResponseObject>;
}
export interface ResponseObject {
  content?: Record<string, { schema?: object }>;
}
interface OperationObject {
  operationId: string;
  responses: Record<string, ResponseObject>;
}
interface Node {
  texts: Map<string, Node>;
  params: { pattern: RegExp; node: Node }[];
  methods: Record<string, OperationObject>;
  template: string;
}

const createNode = (): Node => ({ texts: new Map(), params: [], methods: {}, template: '' });

/**
 * Builds a finder for the `paths` of a document. A parameter matches one segment; literal text
 * takes precedence over parameters; a HEAD request without its own operation matches the GET
 * operation.
 * @returns path without the query
 */
export function createOperationFinder(
  paths: Record<string, Record<string, OperationObject>>,
): (method: string, path: string) => Operation | undefined {
  const root = createNode();
  for (const [template, methods] of Object.entries(paths)) {
    const leaf = template.slice(1).split('/').reduce(childOf, root);
    leaf.methods = methods;
    leaf.template = template;
  }
  const find = (method: string, segments: string[]) => {
    const node = match(root, segments, 0, method);
    const found = node?.methods[method];
    return node && found && { ...found, method: method.toUpperCase(), template: node.template };
  };
  return (method, path) => {
    const segments = path.replace(/\/$/, '').slice(1).split('/');
    const verb = method.toLowerCase();
    return find(verb, segments) ?? (verb === 'head' ? find('get', segments) : undefined);
  };
}

/** @param segment of a path template */
function childOf(node: Node, segment: string) {
  if (!segment.includes('{')) {
    const existing = node.texts.get(segment) ?? createNode();
    node.texts.set(segment, existing);
    return existing;
  }
  const source = segment.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.+');
  const pattern = new RegExp(`^${source}$`);
  const existing = node.params.find((param) => param.pattern.source === pattern.source);
  if (existing) return existing.node;
  const created = { pattern, node: createNode() };
  // A parameter with literal text in its segment takes precedence over one that matches any
  // segment.
  if (source === '.+') node.params.push(created);
  else node.params.unshift(created);
  return created.node;
}

function match(node: Node, segments: string[], index: number, method: string): Node | undefined {
  if (index === segments.length) return node.methods[method] && node;
  const segment = segments[index] as string;
  const text = node.texts.get(segment);
  const found = text && match(text, segments, index + 1, method);
  if (found) return found;
  for (const param of node.params) {
    const other = param.pattern.test(segment) ? match(param.node, segments, index + 1, method) : undefined;
    if (other) return other;
  }
  return undefined;
}
