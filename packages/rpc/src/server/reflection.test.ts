import { readFileSync } from 'node:fs';
import { Client, credentials, Server, ServerCredentials, type ServiceDefinition } from '@grpc/grpc-js';
import { ReflectionService } from '@grpc/reflection';
import { addReflection } from './reflection';

interface ReflectionResponse {
  listServicesResponse?: { service: { name: string }[] };
  fileDescriptorResponse?: { fileDescriptorProto: Buffer[] };
  errorResponse?: { errorMessage: string };
}

/** The definitions of both versions of the protocol. */
function definitions(): ServiceDefinition[] {
  const found: ServiceDefinition[] = [];
  new ReflectionService({}).addToServer({
    addService: (definition: ServiceDefinition) => found.push(definition),
  } as never);
  return found;
}

describe('addReflection', () => {
  let server: Server;
  let client: Client;

  beforeAll(async () => {
    server = new Server();
    addReflection(server, readFileSync(require.resolve('@forgemesh/proto/descriptors/settings.binpb')));
    const port = await new Promise<number>((resolve, reject) => {
      server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
    client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  });

  afterAll(() => {
    client.close();
    server.forceShutdown();
  });

  it.each(definitions().map((definition) => [definition.ServerReflectionInfo?.path ?? '', definition]))(
    'lists the services of the server: %s',
    async (path, definition) => {
      const { requestSerialize, responseDeserialize } = definition.ServerReflectionInfo as ServiceDefinition[string];
      const stream = client.makeBidiStreamRequest<object, ReflectionResponse>(
        path,
        requestSerialize,
        responseDeserialize,
      );
      const responses: ReflectionResponse[] = [];
      stream.write({ listServices: '*' });
      stream.write({ fileContainingSymbol: 'forgemesh.settings.v1.SettingsService' });
      stream.write({ fileContainingSymbol: 'forgemesh.settings.v1.NoService' });
      stream.end();
      for await (const response of stream) responses.push(response as ReflectionResponse);
      const [services, file, none] = responses;
      expect(services?.listServicesResponse?.service).toContainEqual({ name: 'forgemesh.settings.v1.SettingsService' });
      expect(file?.fileDescriptorResponse?.fileDescriptorProto.length).toBeGreaterThan(0);
      expect(none?.errorResponse?.errorMessage).toContain('NoService');
    },
  );
});
