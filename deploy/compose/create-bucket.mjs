// Creates the bucket that QUIRE_S3_BUCKET names, unless it exists. Ends with 1 where the store refuses.
import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';

const {
  QUIRE_S3_BUCKET: Bucket,
  QUIRE_S3_ENDPOINT: endpoint,
  QUIRE_S3_REGION: region,
  QUIRE_S3_ACCESS_KEY_ID: accessKeyId = '',
  QUIRE_S3_SECRET_ACCESS_KEY: secretAccessKey = '',
} = process.env;

const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } });
const status = await client.send(new HeadBucketCommand({ Bucket })).then(
  () => 200,
  (error) => error.$metadata?.httpStatusCode,
);
if (status === 404) await client.send(new CreateBucketCommand({ Bucket }));
else if (status !== 200) throw new Error(`The store at ${endpoint} answers ${status ?? 'nothing'}`);
console.log(`The bucket ${Bucket} ${status === 404 ? 'was created' : 'exists'}`);
