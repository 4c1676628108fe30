declare module "pubsubhubbub" {
  interface Told {
    readonly topic: string;
    readonly feed?: Buffer;
    readonly headers?: Readonly<Record<string, string>>;
  }
  type Done = (error: Error | null) => void;
  export interface PubSub {
    listener(): (request: object, response: object) => void;
    subscribe(topic: string, hub: string, done: Done): void;
    unsubscribe(topic: string, hub: string, done: Done): void;
    on(event: string, heard: (told: Told) => void): void;
  }
  const pubsubhubbub: { createServer(options: { readonly callbackUrl: string }): PubSub };
  export default pubsubhubbub;
}
