/**
 * Reflection of a gRPC server, so that tools like grpcurl find their way. Reading the descriptors
 * for it takes a second: it waits for the first question.
 */
import type { handleBidiStreamingCall, Server, ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js';
import { loadFileDescriptorSetFromBuffer, type PackageDefinition } from '@grpc/proto-loader';
import { ReflectionService } from '@grpc/reflection';

/** Both versions of the protocol have one method, under the same name. */
interface Reflection extends UntypedServiceImplementation {
  ServerReflectionInfo: handleBidiStreamingCall<unknown, unknown>;
}

/** Adds reflection to a server that is described by a descriptor set. */
export function addReflection(server: Server, descriptorSet: Buffer): void {
  let known: Reflection[] | undefined;
  const versions = servicesOf({});
  versions.forEach(({ definition }, index) =>
    server.addService(definition, {
      ServerReflectionInfo(stream) {
        known ??= servicesOf(loadFileDescriptorSetFromBuffer(descriptorSet)).map(({ reflection }) => reflection);
        known[index]?.ServerReflectionInfo(stream);
      },
    } satisfies Reflection),
  );
}

/** What the library would add to a server, a service for each version. */
function servicesOf(described: PackageDefinition): { definition: ServiceDefinition; reflection: Reflection }[] {
  const services: { definition: ServiceDefinition; reflection: Reflection }[] = [];
  const addService = (definition: ServiceDefinition, reflection: Reflection): unknown =>
    services.push({ definition, reflection });
  new ReflectionService(described).addToServer({ addService } as unknown as Server);
  return services;
}
