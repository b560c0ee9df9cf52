var Failure=class{reason;constructor(reason){this.reason=reason}};async function readOpening(body,most,said){let rest=new Source(body,said),parts=[];for(let length=0;length<=
most;){let part=await rest.next();if(part===void 0)return{parts};if(part instanceof Failure)return{parts,failure:part};parts.push(part),length+=part.length}
return{parts,rest}}function joined(parts){let[first]=parts;if(first!==void 0&&parts.length===1)return first;let whole=new Uint8Array(parts.reduce((length,part)=>length+
part.length,0)),at=0;for(let part of parts)whole.set(part,at),at+=part.length;return whole}function reopened({parts,rest,failure}){let ready=[...parts];
return streamOf(async()=>ready.shift()??(rest===void 0?failure:rest.next()),rest)}function framed(body,framing){let source=new Source(body),end,hasEnded=!1;
return streamOf(async()=>{for(;!hasEnded;){let part=await source.next();hasEnded=part===void 0||part instanceof Failure,part instanceof Failure&&(end=
part);let through=part===void 0||part instanceof Failure?framing.finish():framing.push(part),whole=joined(through);if(whole.length>0)return whole}return end},
source)}var[MOST_READ_BYTES,READ_BYTES]=[64*1024,8*1024],Source=class{#read;cancel;#left;#readBytes;constructor(body,said=MOST_READ_BYTES){this.#left=
said,this.#readBytes=memoryFor(said);let bringing=readerThatTakesMemory(body);if(bringing===void 0){let reader=body.getReader();this.#read=()=>reader.
read(),this.cancel=reason=>reader.cancel(reason)}else this.#read=()=>bringing.read(new Uint8Array(this.#readBytes)),this.cancel=reason=>bringing.cancel(
reason)}async next(){try{let{done,value}=await this.#read();if(done)return;this.#left-=value.length;let isFilled=value.length===value.buffer.byteLength&&
this.#left!==0;return this.#readBytes=isFilled?MOST_READ_BYTES:memoryFor(this.#left),value.length<value.buffer.byteLength/2?value.slice():value}catch(reason){
return new Failure(reason)}}};function memoryFor(bytes){return Math.max(READ_BYTES,Math.min(bytes,MOST_READ_BYTES))}function readerThatTakesMemory(body){
try{return body.getReader({mode:"byob"})}catch{return}}function streamOf(next,source){return new ReadableStream({async pull(controller){let part=await next();
part instanceof Failure?(await new Promise(resolve=>setTimeout(resolve)),controller.error(part.reason)):part===void 0?controller.close():controller.enqueue(
part)},cancel:reason=>source?.cancel(reason)},{highWaterMark:0})}var HOP_BY_HOP=["connection","keep-alive","proxy-authenticate","proxy-authorization","proxy-connection","te","trailer","transfer-encoding","upgrade"],
TO_HERE=["host","content-length","expect"],DIGESTS=["etag","content-md5","digest","content-digest","repr-digest"],DECODED=new Set(["gzip","br"]);function requestHeaders(request,acceptsGzip){
let headers=endToEnd(request.headers);for(let name of TO_HERE)headers.delete(name);return headers.set("accept-encoding",acceptsGzip?"gzip":"identity"),
headers}function responseHeaders(response,acceptsGzip){let headers=endToEnd(response.headers);return response.body!==null&&acceptsGzip&&DECODED.has(codingOf(
response))&&(headers.delete("content-encoding"),headers.delete("content-length")),headers}function isReadable(response,acceptsGzip){let coding=codingOf(
response);return coding==="identity"||acceptsGzip&&DECODED.has(coding)}function forgetBody(headers){for(let name of["content-length",...DIGESTS])headers.
delete(name)}function contentLength(headers){let length=headers.get("content-length")??"";return/^\d+$/.test(length)?Number(length):void 0}function mediaType({
headers}){return(headers.get("content-type")??"").replace(/;.*/s,"").trim().toLowerCase()}function codingOf({headers}){return headers.get("content-enc\
oding")?.trim().toLowerCase()??"identity"}function endToEnd(from){let headers=new Headers(from),named=headers.get("connection")?.split(",")??[];for(let name of[
...HOP_BY_HOP,...named.map(token=>token.trim())])TOKEN.test(name)&&headers.delete(name);return headers}var TOKEN=/^[!#$%&'*+.^_`|~\w-]+$/;var Recent=class{#values=new Map;#most;#make;constructor(most,make){this.#most=most,this.#make=make}get(key){let value=this.#values.get(key)??this.#make();
return this.set(key,value),value}set(key,value){this.#values.delete(key),this.#values.set(key,value);let[oldest]=this.#values.keys();this.#values.size>
this.#most&&oldest!==void 0&&this.#values.delete(oldest)}forget(key){this.#values.delete(key)}};import{Session}from"./index.js";var MOST_MESSAGE_BYTES=16*1024*1024,MOST_SESSIONS=1e3;function projectFetch(upstream,projection,options={}){let gateway=new Gateway(
upstream,projection,options);return request=>gateway.answer(request)}var SESSION_ID="mcp-session-id",Gateway=class{#endpoint;#send;#decodes;#maxMessageBytes;#newSession;#sessions;#clients;constructor(upstream,projection,options){
let{maxSessions=MOST_SESSIONS,maxMessageBytes=MOST_MESSAGE_BYTES}=options;if(!Number.isSafeInteger(maxSessions)||maxSessions<0)throw new TypeError(`ma\
xSessions must be a whole number from 0 on, not ${String(maxSessions)}`);let known={...options,maxMessageBytes};this.#newSession=()=>new Session(projection,
known);let inTheMiddle={...known,assumesOutputSchema:options.assumesOutputSchema??!0};if(options.fetch!==void 0&&typeof options.fetch!="function")throw new TypeError(
`fetch must be a function, not ${typeof options.fetch}`);this.#newSession(),typeof upstream=="function"?this.#send=upstream:(this.#endpoint=endpointOf(
upstream),this.#send=options.fetch??(request=>fetch(request))),this.#decodes=typeof upstream!="function"&&options.fetch===void 0,this.#maxMessageBytes=
maxMessageBytes,this.#sessions=new Recent(maxSessions,()=>new Session(projection,inTheMiddle)),this.#clients=new Recent(maxSessions,this.#newSession)}async answer(request){
let{method,signal}=request,{body,message}=await this.#read(request),init={method,headers:requestHeaders(request,this.#decodes),body,redirect:"manual",
signal,duplex:"half"},response=await this.#send(new Request(this.#endpoint??request.url,init)),session=await this.#sessionOf(request,message,response);
return session===void 0?this.#passed(response):(message!==void 0&&session.fromClient(message),this.#projected(response,session))}async#read({method,headers,
body}){if(method!=="POST"||body===null)return{body};let opening=await readOpening(body,this.#maxMessageBytes,contentLength(headers));if(opening.failure!==
void 0)throw opening.failure.reason;if(opening.rest!==void 0)return{body:reopened(opening)};let message=joined(opening.parts);return{body:message,message}}async#sessionOf(request,message,response){
let{method}=request,asked=request.headers.get(SESSION_ID);if((response.status===404||method==="DELETE"&&response.ok)&&asked!==null&&this.#sessions.forget(
asked),!response.ok||method!=="POST"&&method!=="GET")return;let given=response.headers.get(SESSION_ID);asked===null&&given!==null&&this.#sessions.set(
given,this.#newSession());let id=given??asked;if(id!==null)return this.#sessions.get(id);if(!(message===void 0||introducesClient(message)))return this.#clients.
get(await clientOf(request)).fork()}async#projected(response,session){let{body}=response;if(body===null||!isReadable(response,this.#decodes))return this.#passed(
response);let headers=responseHeaders(response,this.#decodes);switch(mediaType(response)){case"text/event-stream":return forgetBody(headers),responseWith(
framed(body,session.serverEvents()),response,headers);case"application/json":{let opening=await readOpening(body,this.#maxMessageBytes,contentLength(response.
headers));if(!(opening.rest===void 0&&opening.failure===void 0))return responseWith(reopened(opening),response,headers);let message=joined(opening.parts),
projected=session.fromServer(message);return projected!==message&&forgetBody(headers),headers.set("content-length",String(projected.length)),responseWith(
projected,response,headers)}default:return this.#passed(response)}}#passed(response){return responseWith(response.body,response,responseHeaders(response,
this.#decodes))}};function endpointOf(upstream){let url=URL.canParse(upstream)?new URL(upstream):void 0;if(url===void 0||!/^https?:$/.test(url.protocol))
throw new TypeError(`the upstream must be a fetch handler or an absolute http: or https: URL, not ${String(upstream)}`);if(url.username!==""||url.password!==
"")throw new TypeError("the upstream's URL must not hold a user name or a password: clients send their own credentials");return url.href}var decoder=new TextDecoder;
function introducesClient(message){try{let parsed=JSON.parse(decoder.decode(message));return(Array.isArray(parsed)?parsed:[parsed]).some(each=>each?.method===
"initialize")}catch{return!1}}async function clientOf({headers}){let credentials=headers.get("authorization");if(credentials===null)return"";let digest=await crypto.
subtle.digest("SHA-256",new TextEncoder().encode(credentials));return String.fromCharCode(...new Uint8Array(digest))}function responseWith(body,response,headers){
let{status,statusText}=response;return status<200?response:new Response(body,{status,headers,statusText:/^[\t\x20-\x7e\x80-\xff]*$/.test(statusText)?statusText:
""})}export{projectFetch};
