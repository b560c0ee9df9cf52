"use strict";var __defProp=Object.defineProperty;var __getOwnPropDesc=Object.getOwnPropertyDescriptor;var __getOwnPropNames=Object.getOwnPropertyNames;var __hasOwnProp=Object.prototype.hasOwnProperty;var __export=(target,all)=>{for(var name in all)__defProp(target,name,{get:all[name],enumerable:!0})},__copyProps=(to,from,except,desc)=>{if(from&&typeof from==
"object"||typeof from=="function")for(let key of __getOwnPropNames(from))!__hasOwnProp.call(to,key)&&key!==except&&__defProp(to,key,{get:()=>from[key],
enumerable:!(desc=__getOwnPropDesc(from,key))||desc.enumerable});return to};var __toCommonJS=mod=>__copyProps(__defProp({},"__esModule",{value:!0}),mod);var library_exports={};__export(library_exports,{JsonError:()=>JsonError,ModuleError:()=>ModuleError,PolicyError:()=>PolicyError,Projection:()=>Projection,
Session:()=>Session,ToolFailure:()=>ToolFailure,expandColumns:()=>expandColumns,hostProfiles:()=>hostProfiles,init:()=>compile,initFrom:()=>init,initSync:()=>initSync,
presets:()=>presets,supply:()=>supply,version:()=>version2});module.exports=__toCommonJS(library_exports);var NO_BIGINTS=new Set;function serialize(payload){try{return{json:stringify(payload)??"null",bigints:NO_BIGINTS}}catch(error){if(!(error instanceof TypeError))
throw error;return serializeBigints(payload,error)}}function parse(json,bigints,read=BigInt){return bigints.size===0?JSON.parse(json):new ExactReader(
json,bigints,read).value()}function stringify(payload,replacer){return JSON.stringify(payload,replacer)}function serializeBigints(payload,refusal2){for(let attempt=0;;attempt+=
1){let marker=`bigint ${String(attempt)} ${String(Math.random())} `,bigints=new Set,written=0,json;try{json=stringify(payload,(_name,value)=>{let bigint=bigintOf(
value);if(bigint===void 0)return value;written+=1;let digits=String(bigint);return Number.isSafeInteger(Number(bigint))||bigints.add(digits),marker+digits})}catch(error){
throw written===0?refusal2:error}if(written===0||json===void 0)throw refusal2;let[head="",...marked]=json.split(`"${marker}`);if(marked.length===written)
return{json:head+marked.map(text=>text.replace('"',"")).join(""),bigints}}}function bigintOf(value){if(typeof value=="bigint")return value;if(value instanceof
BigInt)try{return BigInt.prototype.valueOf.call(value)}catch{return}}var ExactReader=class{#json;#bigints;#read;#at=0;constructor(json,bigints,read){this.#json=
json,this.#bigints=bigints,this.#read=read}value(){switch(this.#json[this.#at]){case"{":return this.#object();case"[":return this.#array();case'"':return this.#string();default:
return this.#scalar()}}#object(){let object={};return this.#items("}",()=>{let name=this.#string();this.#at+=1,Object.defineProperty(object,name,{value:this.
value(),configurable:!0,enumerable:!0,writable:!0})}),object}#array(){let array=[];return this.#items("]",()=>{array.push(this.value())}),array}#items(closing,readItem){
do{if(this.#at+=1,this.#json[this.#at]===closing)break;readItem()}while(this.#json[this.#at]===",");this.#at+=1}#string(){let start=this.#at;for(this.#at+=
1;this.#at<this.#json.length&&this.#json[this.#at]!=='"';)this.#at+=this.#json[this.#at]==="\\"?2:1;return this.#at+=1,JSON.parse(this.#json.slice(start,
this.#at))}#scalar(){let start=this.#at;for(;this.#at<this.#json.length&&!",]}".includes(this.#json.charAt(this.#at));)this.#at+=1;let token=this.#json.
slice(start,this.#at);return this.#bigints.has(token)?this.#read(token):JSON.parse(token)}};var NOTHING={json:void 0,knowsArguments:!1,isPlain:!0};function callText(call){if(call===void 0)return NOTHING;if(!isObject(call))throw new TypeError(
`the call must be an object such as { arguments }, not ${kindOf(call)}`);let{arguments:callArguments,summary,host,revision,declaresOutputSchema,outputSchema}=call,
members=[];callArguments!==void 0&&(requireKind("arguments","an object",isObject(callArguments),callArguments),members.push(`"arguments":${serialize(callArguments).
json}`));for(let[name,text]of Object.entries({summary,host,revision}))text!==void 0&&(requireKind(name,"a string",typeof text=="string",text),members.
push(`${JSON.stringify(name)}:${JSON.stringify(text)}`));if(declaresOutputSchema!==void 0&&(requireKind("declaresOutputSchema","a boolean",typeof declaresOutputSchema==
"boolean",declaresOutputSchema),members.push(`"declaresOutputSchema":${String(declaresOutputSchema)}`)),outputSchema!==void 0){let isSchema=typeof outputSchema==
"boolean"||isObject(outputSchema);requireKind("outputSchema","a JSON Schema",isSchema,outputSchema),members.push(`"outputSchema":${serialize(outputSchema).
json}`)}return members.length===0?NOTHING:{json:`{${members.join(",")}}`,knowsArguments:callArguments!==void 0,isPlain:host===void 0&&declaresOutputSchema!==
!0&&outputSchema===void 0}}function requireKind(name,kind,isKind,found){if(!isKind)throw new TypeError(`the call's ${name} must be ${kind}, not ${kindOf(
found)}`)}function isObject(value){return typeof value=="object"&&value!==null&&!Array.isArray(value)}function kindOf(value){return value==null?String(
value):typeof value!="object"?`a ${typeof value}`:Array.isArray(value)?"an array":"an object"}function createGlue(){var k=(()=>{var M=Object.defineProperty,W=Object.getOwnPropertyDescriptor,N=Object.getOwnPropertyNames,F=Object.prototype.hasOwnProperty,
U=(r,e)=>{for(var n in e)M(r,n,{get:e[n],enumerable:!0})},V=(r,e,n,_)=>{if(e&&typeof e=="object"||typeof e=="function")for(let i of N(e))!F.call(r,i)&&
i!==n&&M(r,i,{get:()=>e[i],enumerable:!(_=W(e,i))||_.enumerable});return r},L=r=>V(M({},"__esModule",{value:!0}),r),T={};U(T,{CompiledPolicy:()=>B,initSync:()=>Y});
var B=class{__destroy_into_raw(){let r=this.__wbg_ptr;return this.__wbg_ptr=0,j.unregister(this),r}free(){let r=this.__destroy_into_raw();t.__wbg_compiledpolicy_free(
r,0)}clientSends(r,e){let n=p(e,t.__wbindgen_malloc),_=s;t.compiledpolicy_clientSends(this.__wbg_ptr,r,n,_)}entry(r){let e=b(r,t.__wbindgen_malloc,t.__wbindgen_realloc),
n=s;return t.compiledpolicy_entry(this.__wbg_ptr,e,n)}static expandColumns(r){let e=p(r,t.__wbindgen_malloc),n=s,_=t.compiledpolicy_expandColumns(e,n);
if(_[3])throw w(_[2]);var i=x(_[0],_[1]).slice();return t.__wbindgen_free(_[0],_[1]*1,1),i}explain(r,e,n){let _,i,c,o,l,d;try{_=b(r,t.__wbindgen_malloc,
t.__wbindgen_realloc),i=s,c=b(e,t.__wbindgen_malloc,t.__wbindgen_realloc),o=s,l=g(n)?0:b(n,t.__wbindgen_malloc,t.__wbindgen_realloc),d=s}catch(f){throw l&&
t.__wbindgen_free(l,d*1,1),c&&t.__wbindgen_free(c,o*1,1),_&&t.__wbindgen_free(_,i*1,1),f}let a=t.compiledpolicy_explain(this.__wbg_ptr,_,i,c,o,l,d);if(a[2])
throw w(a[1]);return w(a[0])}failure(r,e,n){let _,i;try{let l,d,a,f,m,I;try{l=b(r,t.__wbindgen_malloc,t.__wbindgen_realloc),d=s,a=b(e,t.__wbindgen_malloc,
t.__wbindgen_realloc),f=s,m=g(n)?0:b(n,t.__wbindgen_malloc,t.__wbindgen_realloc),I=s}catch(H){throw m&&t.__wbindgen_free(m,I*1,1),a&&t.__wbindgen_free(
a,f*1,1),l&&t.__wbindgen_free(l,d*1,1),H}let S=t.compiledpolicy_failure(this.__wbg_ptr,l,d,a,f,m,I);var c=S[0],o=S[1];if(S[3])throw c=0,o=0,w(S[2]);return _=
c,i=o,u(c,o)}finally{t.__wbindgen_free(_,i,1)}}forms(r,e){let n,_,i,c;try{n=b(r,t.__wbindgen_malloc,t.__wbindgen_realloc),_=s,i=g(e)?0:b(e,t.__wbindgen_malloc,
t.__wbindgen_realloc),c=s}catch(l){throw i&&t.__wbindgen_free(i,c*1,1),n&&t.__wbindgen_free(n,_*1,1),l}let o=t.compiledpolicy_forms(this.__wbg_ptr,n,_,
i,c);if(o[2])throw w(o[1]);return w(o[0])}get handle(){return t.compiledpolicy_handle(this.__wbg_ptr)>>>0}isAscii(r){return t.compiledpolicy_isAscii(this.
__wbg_ptr,r)!==0}isPlain(r,e){return t.compiledpolicy_isPlain(this.__wbg_ptr,r,e)!==0}listsAsColumns(r){return t.compiledpolicy_listsAsColumns(this.__wbg_ptr,
r)!==0}missed(r){t.compiledpolicy_missed(this.__wbg_ptr,r)}constructor(r,e){let n,_,i,c;try{n=b(r,t.__wbindgen_malloc,t.__wbindgen_realloc),_=s,i=g(e)?
0:b(e,t.__wbindgen_malloc,t.__wbindgen_realloc),c=s}catch(l){throw i&&t.__wbindgen_free(i,c*1,1),n&&t.__wbindgen_free(n,_*1,1),l}let o=t.compiledpolicy_new(
n,_,i,c);if(o[2])throw w(o[1]);return this.__wbg_ptr=o[0],j.register(this,this.__wbg_ptr,this),this}plainPayloadMember(r){let e=t.compiledpolicy_plainPayloadMember(
this.__wbg_ptr,r),n;return e[0]!==0&&(n=u(e[0],e[1]),t.__wbindgen_free(e[0],e[1]*1,1)),n}pruneBytes(r,e){let n,_,i,c;try{n=b(r,t.__wbindgen_malloc,t.__wbindgen_realloc),
_=s,i=p(e,t.__wbindgen_malloc),c=s}catch(d){throw i&&t.__wbindgen_free(i,c*1,1),n&&t.__wbindgen_free(n,_*1,1),d}let o=t.compiledpolicy_pruneBytes(this.
__wbg_ptr,n,_,i,c);if(o[3])throw w(o[2]);var l=x(o[0],o[1]).slice();return t.__wbindgen_free(o[0],o[1]*1,1),l}prune(r,e){let n,_;try{let o,l,d,a;try{o=
b(r,t.__wbindgen_malloc,t.__wbindgen_realloc),l=s,d=b(e,t.__wbindgen_malloc,t.__wbindgen_realloc),a=s}catch(m){throw d&&t.__wbindgen_free(d,a*1,1),o&&
t.__wbindgen_free(o,l*1,1),m}let f=t.compiledpolicy_prune(this.__wbg_ptr,o,l,d,a);var i=f[0],c=f[1];if(f[3])throw i=0,c=0,w(f[2]);return n=i,_=c,u(i,c)}finally{
t.__wbindgen_free(n,_,1)}}replyBytes(r,e,n){let _,i,c,o,l,d;try{_=b(r,t.__wbindgen_malloc,t.__wbindgen_realloc),i=s,c=p(e,t.__wbindgen_malloc),o=s,l=g(
n)?0:b(n,t.__wbindgen_malloc,t.__wbindgen_realloc),d=s}catch(m){throw l&&t.__wbindgen_free(l,d*1,1),c&&t.__wbindgen_free(c,o*1,1),_&&t.__wbindgen_free(
_,i*1,1),m}let a=t.compiledpolicy_replyBytes(this.__wbg_ptr,_,i,c,o,l,d);if(a[3])throw w(a[2]);let f;return a[0]!==0&&(f=x(a[0],a[1]).slice(),t.__wbindgen_free(
a[0],a[1]*1,1)),f}serverSends(r,e,n){let _=+n,i=p(e,t.__wbindgen_malloc),c=s,o=t.compiledpolicy_serverSends(this.__wbg_ptr,r,i,c,_),l;return o[0]!==0&&
(l=x(o[0],o[1]).slice(),t.__wbindgen_free(o[0],o[1]*1,1)),l}success(r,e,n){let _,i,c,o,l,d;try{_=b(r,t.__wbindgen_malloc,t.__wbindgen_realloc),i=s,c=b(
e,t.__wbindgen_malloc,t.__wbindgen_realloc),o=s,l=g(n)?0:b(n,t.__wbindgen_malloc,t.__wbindgen_realloc),d=s}catch(f){throw l&&t.__wbindgen_free(l,d*1,1),
c&&t.__wbindgen_free(c,o*1,1),_&&t.__wbindgen_free(_,i*1,1),f}let a=t.compiledpolicy_success(this.__wbg_ptr,_,i,c,o,l,d);if(a[2])throw w(a[1]);return w(
a[0])}};Symbol.dispose&&(B.prototype[Symbol.dispose]=B.prototype.free);function R(){return{__proto__:null,"./mcp_projection_bg.js":{__proto__:null,__wbg_Error_208446807d0d1e30:function(e,n){
return Error(u(e,n))},__wbg___wbindgen_throw_4c88d8bf264fd984:function(e,n){throw new Error(u(e,n))},__wbg_bytes_7218a76e20d5a0c3:function(e){return e.
bytes},__wbg_facts_2525b76a5aba1c7e:function(e){return e.facts},__wbg_get_44523dea510ecd60:function(e,n,_,i){let c=n.get(u(_,i));var o=g(c)?0:p(c,t.__wbindgen_malloc),
l=s;h().setInt32((e>>>0)+4,l,!0),h().setInt32((e>>>0)+0,o,!0)},__wbg_lists_ddbd5795b728d496:function(e){return e.lists},__wbg_maxMessageBytes_9a7b51b735685cf2:function(e){
return e.maxMessageBytes},__wbg_maxPendingBytes_049ed2c001837679:function(e){return e.maxPendingBytes},__wbg_maxPending_411c7393133bd9a6:function(e){return e.
maxPending},__wbg_new_37eb45aaf5eeb820:function(){return new Array},__wbg_new_cd4348290afae586:function(){return new Object},__wbg_new_typed_896d9c1f13fac510:function(){
return new Array},__wbg_parse_c3f72b5a24f83c01:function(){return D(function(e,n){return JSON.parse(u(e,n))},arguments)},__wbg_push_c9f4893fc209f768:function(e,n){
return e.push(n)},__wbg_put_980e9bddf2f01157:function(e,n,_,i,c){e.put(u(n,_),x(i,c))},__wbg_reports_103693ec57a74dc3:function(e){let n=e.reports;return g(
n)?0:C(n)},__wbg_requests_9e5ee3d2c6d47336:function(e){return e.requests},__wbg_set_2793479888329cb6:function(){return D(function(e,n,_){return Reflect.
set(e,n,_)},arguments)},__wbg_set_d2d33b52458e984a:function(e,n,_){e[n>>>0]=_},__wbg_set_e4b9a833d288759a:function(e,n,_){e[n]=_},__wbg_takeOldest_0ab56796a5b351b0:function(e,n){
let _=n.takeOldest();var i=g(_)?0:p(_,t.__wbindgen_malloc),c=s;h().setInt32((e>>>0)+4,c,!0),h().setInt32((e>>>0)+0,i,!0)},__wbg_take_706e951762786e6f:function(e,n,_,i){
let c=n.take(u(_,i));var o=g(c)?0:p(c,t.__wbindgen_malloc),l=s;h().setInt32((e>>>0)+4,l,!0),h().setInt32((e>>>0)+0,o,!0)},__wbg_texts_0d4681eb0dd3e4ab:function(e){
return e.texts},__wbg_tools_491943d8ea83d7af:function(e){return e.tools},__wbindgen_generic_0000000000000001:function(e){return e},__wbindgen_generic_0000000000000002:function(e){
return e},__wbindgen_generic_0000000000000003:function(e,n){return u(e,n)},__wbindgen_generic_0000000000000004:function(e){return BigInt.asUintN(64,e)},
__wbindgen_init_externref_table:function(){let e=t.__wbindgen_externrefs;e.set(0,void 0),e.set(1024,void 0),e.set(1025,null),e.set(1026,!0),e.set(1027,
!1)}}}}var j={register:()=>{},unregister:()=>{}};function C(r){let e=t.__externref_table_alloc();return t.__wbindgen_externrefs.set(e,r),e}function x(r,e){
return r=r>>>0,v().subarray(r/1,r/1+e)}var y=null;function h(){return(y===null||y.buffer.detached===!0||y.buffer.detached===void 0&&y.buffer!==t.memory.
buffer)&&(y=new DataView(t.memory.buffer)),y}function u(r,e){return r=r>>>0,z(v().subarray(r,r+e))}var O=null;function v(){return(O===null||O.byteLength===
0)&&(O=new Uint8Array(t.memory.buffer)),O}function D(r,e){try{return r.apply(this,e)}catch(n){let _=C(n);t.__wbindgen_exn_store(_)}}function g(r){return r==
null}function p(r,e){let n=e(r.length*1,1)>>>0;return v().set(r,n/1),s=r.length,n}function b(r,e,n){if(n===void 0){let l=P.encode(r),d=e(l.length,1)>>>
0;return v().subarray(d,d+l.length).set(l),s=l.length,d}let _=r.length,i=e(_,1)>>>0,c=v(),o=0;for(;o<_;o++){let l=r.charCodeAt(o);if(l>127)break;c[i+o]=
l}if(o!==_){o!==0&&(r=r.slice(o)),i=n(i,_,_=o+r.length*3,1)>>>0;let l=v().subarray(i+o,i+_),d=P.encodeInto(r,l);o+=d.written,i=n(i,_,o,1)>>>0}return s=
o,i}function w(r){let e=t.__wbindgen_externrefs.get(r);return t.__externref_table_dealloc(r),e}var A=new TextDecoder("utf-8",{ignoreBOM:!0});A.decode();
var q=2146435072,E=0;function z(r){return E+=r.length,E>=q&&(A=new TextDecoder("utf-8",{ignoreBOM:!0}),A.decode(),E=r.length),A.decode(r)}var P=new TextEncoder;
"encodeInto"in P||(P.encodeInto=function(r,e){let n=P.encode(r);return e.set(n),{read:r.length,written:n.length}});var s=0,J,G,t;function X(r,e){return G=
r,t=r.exports,J=e,y=null,O=null,t.__wbindgen_start(),t}function Y(r){if(t!==void 0)return t;r!==void 0&&(Object.getPrototypeOf(r)===Object.prototype?{
module:r}=r:console.warn("using deprecated parameters for `initSync()`; pass a single object instead"));let e=R(),n=new WebAssembly.Instance(r,e);return X(
n,r)}return L(T)})();return k}var JsonError=class extends Error{static{this.prototype.name="JsonError"}offset;line;column;expected;constructor(message,place){super(message),this.offset=
place.offset,this.line=place.line,this.column=place.column,this.expected=place.expected}},PolicyError=class extends Error{static{this.prototype.name="\
PolicyError"}pointer;constructor(message,pointer){super(message),this.pointer=pointer}};var moduleSection="mcp-projection",moduleDigest="1a3f6b7600af93a3";var ModuleError=class extends Error{static{this.prototype.name="ModuleError"}},compiled,supplied;function supply(source){supplied??=source}function compiledModule(){
return compiled??=compiledNow(suppliedModule())}async function compile(){if(compiled!==void 0)return;let module2=await compiledLater(suppliedModule());
compiled??=module2}async function init(source){if(compiled!==void 0)return;let found=await source;requireSource(found,"init");let module2=isUrl(found)||
isResponse(found)?await received(found):await compiledLater(found);requireThisVersion(module2),compiled??=module2}function initSync(source){if(compiled!==
void 0)return;requireSource(source,"initSync");let module2=compiledNow(source);requireThisVersion(module2),compiled=module2}function suppliedModule(){
if(supplied===void 0)throw new ModuleError("the WebAssembly module isn't there yet: mcp-projection/slim needs `await init(source)` or `initSync(bytes)\
` before the first use");return supplied()}function compiledNow(source){return isModule(source)?source:new WebAssembly.Module(source)}function compiledLater(source){
return isModule(source)?Promise.resolve(source):WebAssembly.compile(source)}async function received(source){let response=isUrl(source)?await fetched(source):
source,{ok,status,url}=response;if(!ok)throw new ModuleError(`the WebAssembly module didn't come: status ${String(status)} from ${url===""?"its source":
url}`);let isStreamable=response.headers.get("content-type")?.toLowerCase()==="application/wasm",{compileStreaming}=WebAssembly;return isStreamable&&compileStreaming!==
void 0?compileStreaming.call(WebAssembly,response):WebAssembly.compile(await response.arrayBuffer())}async function fetched(url){try{return await fetch(
url)}catch(cause){throw new ModuleError(`the WebAssembly module can't be fetched from ${url.href}: where that is a file, read it and pass its bytes`,{
cause})}}function requireThisVersion(module2){let[section]=WebAssembly.Module.customSections(module2,moduleSection);if(!(section===void 0||new TextDecoder().
decode(section)===moduleDigest))throw new ModuleError("the WebAssembly module is that of another version of mcp-projection: use mcp_projection.wasm of\
 the package that this code is from")}function requireSource(source,name){if(name==="init"&&(isUrl(source)||isResponse(source))||isModule(source)||isBytes(
source))return;let sources=name==="init"?"a WebAssembly.Module, its bytes, a Response or a URL":"a WebAssembly.Module or its bytes";throw new TypeError(
`${name} of mcp-projection/slim takes ${sources}, not ${kindOf(source)}`)}function isModule(source){return tagOf(source)==="[object WebAssembly.Module\
]"}function isBytes(source){return ArrayBuffer.isView(source)||tagOf(source)==="[object ArrayBuffer]"}function isResponse(source){return tagOf(source)===
"[object Response]"}function isUrl(source){return tagOf(source)==="[object URL]"}function tagOf(value){return Object.prototype.toString.call(value)}var TRUST_BROKEN=-2,UNCHANGED=-2,AS_IT_CAME=-3,bufferClass=fastBufferClass();function fastBufferClass(){let{Buffer:found}=globalThis;return["latin1Wri\
te","latin1Slice","ucs2Write","ucs2Slice"].every(method=>typeof found?.prototype[method]=="function")?found:void 0}var beyondLatin1=/[\u0100-\uffff]/,
encoder=new TextEncoder,decoder=new TextDecoder,MOST_MEMORY=128*1024*1024,Instance=class{CompiledPolicy;mostBytes;isBloated=!1;#raw;#bytes=new Uint8Array(
0);#buffer;constructor(module2){let glue=createGlue();this.#raw=glue.initSync({module:module2}),this.mostBytes=this.#raw.projection_most_bytes()>>>0,this.
CompiledPolicy=glue.CompiledPolicy}noticeMemory(){this.#memory()}#memory(){if(this.#bytes.length>0)return this.#bytes;let memory=this.#raw.memory.buffer;
return this.#bytes=new Uint8Array(memory),this.#buffer=bufferClass?.from(memory),this.isBloated=memory.byteLength>MOST_MEMORY,this.#bytes}rewriteBytes(policy,entry,payload){
let{length}=payload,room=this.#raw.projection_room(length)>>>0;if(room!==0)for(;;){this.#memory().set(payload,room);let written=this.#raw.projection_rewrite(
policy,entry.number,length,0,entry.trust);if(written>=0)return this.#memory().subarray(room,room+written);if(written!==TRUST_BROKEN)return;entry.trust-=
1}}replyBytes(policy,entry,result,call=""){let{length}=result,mostOfCall=3*call.length,room=this.#raw.projection_room(length+mostOfCall)>>>0;if(room===
0)return;let memory=this.#memory();memory.set(result,room);let behind=room+length,callLength=mostOfCall===0?0:encoder.encodeInto(call,memory.subarray(
behind,behind+mostOfCall)).written,written=this.#raw.projection_reply(policy,entry.number,length,callLength);if(written===UNCHANGED)return result;if(written<
0)return;let start=this.#raw.projection_reply_start()>>>0;return this.#memory().subarray(start,start+written)}rewriteText(policy,entry,payload){if(bufferClass===
void 0)return this.#rewriteEncoded(policy,entry,payload);let wide=beyondLatin1.test(payload),room=this.#roomFor(payload,wide);if(room===0)return;let written=this.#rewrite(
policy,entry,wide?2:1,()=>this.#writeText(payload,room,wide));return written<0?void 0:this.#readText(room,written,wide)}listText(policy,entry,payload){
if(bufferClass===void 0)return this.#listEncoded(policy,entry,payload);let wide=beyondLatin1.test(payload),room=this.#roomFor(payload,wide);if(room===
0)return;let form=wide?2:1,written=this.#list(policy,entry,form,()=>this.#writeText(payload,room,wide));return written===AS_IT_CAME?payload:written<0?
void 0:this.#readText(this.#raw.projection_listed_start()>>>0,written,wide)}#roomFor({length},wide){return(wide?this.#raw.projection_wide_room(length):
this.#raw.projection_room(length))>>>0}#writeText(payload,room,wide){let{length}=payload;return this.#memory(),wide?this.#buffer?.ucs2Write(payload,room,
2*length):this.#buffer?.latin1Write(payload,room,length),length}#readText(start,length,wide){return this.#memory(),wide?this.#buffer?.ucs2Slice(start,
start+2*length):this.#buffer?.latin1Slice(start,start+length)}#rewriteEncoded(policy,entry,payload){let room=this.#raw.projection_room(3*payload.length)>>>
0;if(room===0)return;let written=this.#rewrite(policy,entry,1,()=>this.#encode(payload,room));return written<0?void 0:decoder.decode(this.#memory().subarray(
room,room+written))}#listEncoded(policy,entry,payload){let room=this.#raw.projection_room(3*payload.length)>>>0;if(room===0)return;let written=this.#list(
policy,entry,3,()=>this.#encode(payload,room));if(written===AS_IT_CAME)return payload;let start=this.#raw.projection_listed_start()>>>0;return written<
0?void 0:decoder.decode(this.#memory().subarray(start,start+written))}#encode(payload,room){return encoder.encodeInto(payload,this.#memory().subarray(
room,room+3*payload.length)).written}#rewrite(policy,entry,form,write){for(;;){let written=this.#raw.projection_rewrite(policy,entry.number,write(),form,
entry.trust);if(written!==TRUST_BROKEN)return written;entry.trust-=1}}#list(policy,entry,form,write){for(;;){let written=this.#raw.projection_list(policy,
entry.number,write(),form,entry.trust);if(written!==TRUST_BROKEN)return written;entry.trust-=1}}},MOST_ENTRIES=1e3,EngineTrap=class extends Error{static{
this.prototype.name="EngineTrap"}},liveInstance;function instance(){return liveInstance??=new Instance(compiledModule())}var abandoned=typeof FinalizationRegistry>
"u"?void 0:new FinalizationRegistry(release);function release({instance:instance2,compiled:compiled2}){if(instance2===liveInstance)try{compiled2.free()}catch{
liveInstance=void 0}}function engineExpandColumns(json){try{let current=instance();if(json.length>current.mostBytes)throw tooLong(json,current.mostBytes);
let expanded=current.CompiledPolicy.expandColumns(json);return current.noticeMemory(),current.isBloated&&(liveInstance=void 0),expanded}catch(thrown){
throw reported(thrown)??trapped(thrown)}}var EnginePolicy=class{#policy;#host;#resident;constructor(policy,host){this.#policy=policy,this.#host=host;try{this.#run(()=>{})}catch(error){throw error instanceof
EngineTrap?error.cause:error}}success(tool,payload,call){let text=call.isPlain?this.#rewritten(tool,payload,call.knowsArguments?"known":"unknown"):void 0;
return text!==void 0?[text]:this.#run(({compiled:compiled2})=>compiled2.success(tool,payload,call.json))}failure(tool,failure,call){return this.#run(({
compiled:compiled2})=>compiled2.failure(tool,failure,call.json))}payloadMember(tool,call){return this.#run(resident=>{let{isPlain,payloadMember}=entryOf(
resident,tool);return call.isPlain&&isPlain[call.knowsArguments?"known":"unknown"]?payloadMember:void 0})}pruneText(tool,text){return this.#rewritten(
tool,text)}reply(tool,result,call){return this.#run(resident=>{let bytes=encoder.encode(result),reply=this.#replied(resident,tool,bytes,call);return reply===
bytes?void 0:decoder.decode(reply)})}replyBytes(tool,result,call){return this.#run(resident=>{let reply=this.#replied(resident,tool,result,call);return reply===
result?result:copyOf(reply)})}#replied(resident,tool,result,call){let{compiled:compiled2,handle,instance:instance2}=resident;if(result.length>instance2.
mostBytes)throw tooLong(result,instance2.mostBytes);return instance2.replyBytes(handle,entryOf(resident,tool),result,call.json)??compiled2.replyBytes(
tool,result,call.json)??result}forms(tool,call){return this.#run(({compiled:compiled2})=>compiled2.forms(tool,call.json))}explain(tool,json,call){return this.#run(
({compiled:compiled2})=>compiled2.explain(tool,json,call.json))}clientSends(state,message){this.#run(({compiled:compiled2,instance:instance2})=>{compiled2.
clientSends(state,message),instance2.noticeMemory()})}serverSends(state,text,framing){return this.#run(({compiled:compiled2,instance:instance2})=>{let changed=compiled2.
serverSends(state,text,framing);return instance2.noticeMemory(),changed})}missed(state){this.#run(({compiled:compiled2})=>{compiled2.missed(state)})}prune(tool,payload){
return this.#rewritten(tool,payload)??this.#run(({compiled:compiled2})=>compiled2.prune(tool,payload))}pruneBytes(tool,payload){return copyOf(this.#rewrittenBytes(
tool,payload))}pruneInto(tool,payload,destination){let pruned=this.#rewrittenBytes(tool,payload);if(pruned.length>destination.length)throw new RangeError(
`the result has ${String(pruned.length)} bytes, the destination holds ${String(destination.length)}`);return destination.set(pruned),pruned.length}#rewritten(tool,payload,asSuccess){
return this.#run(resident=>{let entry=entryOf(resident,tool);if(!entry.isAscii||asSuccess!==void 0&&!entry.isPlain[asSuccess])return;let{instance:instance2,
handle}=resident;return asSuccess!==void 0&&entry.listsAsColumns?instance2.listText(handle,entry,payload):instance2.rewriteText(handle,entry,payload)})}#rewrittenBytes(tool,payload){
let bytes;try{let resident=this.#resided();if(payload.length>resident.instance.mostBytes)throw tooLong(payload,resident.instance.mostBytes);bytes=resident.
instance.rewriteBytes(resident.handle,entryOf(resident,tool),payload),resident.instance.isBloated&&(liveInstance=void 0)}catch(thrown){throw reported(
thrown)??trapped(thrown)}return bytes??this.#run(({compiled:compiled2})=>compiled2.pruneBytes(tool,payload))}#run(call){try{let resident=this.#resided(),
answer=call(resident);return resident.instance.isBloated&&(liveInstance=void 0),answer}catch(thrown){throw reported(thrown)??trapped(thrown)}}#resided(){
let resident=this.#resident;return resident!==void 0&&resident.instance===liveInstance?resident:this.#newResident()}#newResident(){let current=instance(),
compiled2=new current.CompiledPolicy(this.#policy,this.#host),resident={instance:current,compiled:compiled2,handle:compiled2.handle,entries:new Map};return this.#resident=
resident,abandoned?.unregister(this),abandoned?.register(this,resident,this),resident}};function entryOf({compiled:compiled2,entries},tool){let entry=entries.
get(tool);if(entry===void 0){let number=compiled2.entry(tool);entry={number,isAscii:compiled2.isAscii(number),isPlain:{known:compiled2.isPlain(number,
!0),unknown:compiled2.isPlain(number,!1)},listsAsColumns:compiled2.listsAsColumns(number),payloadMember:compiled2.plainPayloadMember(number),trust:2},
entries.size>=MOST_ENTRIES&&entries.clear(),entries.set(tool,entry)}return entry}var SLAB_SIZE=1024*1024,MOST_IN_SLAB=128*1024,slab=new Uint8Array(0),
slabUsed=0;function copyOf(bytes){let{length}=bytes;if(length>MOST_IN_SLAB)return bytes.slice();slabUsed+length>slab.length&&(slab=new Uint8Array(SLAB_SIZE),
slabUsed=0);let copy=slab.subarray(slabUsed,slabUsed+length);return copy.set(bytes),slabUsed+=length,copy}function tooLong(text,offset){let line=1,start=0;
for(let at=text.indexOf(10);at!==-1&&at<offset;at=text.indexOf(10,at+1))line+=1,start=at+1;let column=offset-start+1,expected=`at most ${String(offset)}\
 bytes`,place=`line ${String(line)} column ${String(column)} (byte ${String(offset)})`;return new JsonError(`not JSON: expected ${expected} at ${place}`,
{expected,offset,line,column})}function reported(thrown){if(thrown instanceof JsonError)return thrown;if(isReport(thrown,"json"))return new JsonError(
thrown.message,thrown);if(isReport(thrown,"policy"))return new PolicyError(thrown.message,thrown.pointer);if(isReport(thrown,"type"))return new TypeError(
thrown.message)}function isReport(thrown,kind){return typeof thrown=="object"&&thrown!==null&&"kind"in thrown&&thrown.kind===kind}function trapped(cause){
return liveInstance=void 0,new EngineTrap("the engine trapped and was replaced",{cause})}var encoder2=new TextEncoder,decoder2=new TextDecoder("utf-8",{ignoreBOM:!0});function expandColumns(json){if(typeof json!="string"&&!(json instanceof
Uint8Array))throw new TypeError(`the JSON of expandColumns must be a string or a Uint8Array, not ${kindOf(json)}`);try{if(typeof json!="string")return engineExpandColumns(
json);let wellFormed=json.replace(/\p{Surrogate}/gu,half=>`\\u${half.charCodeAt(0).toString(16)}`);return decoder2.decode(engineExpandColumns(encoder2.
encode(wellFormed)))}catch(error){if(error instanceof EngineTrap)return json;throw error}}var ToolFailure=class extends Error{static{this.prototype.name="ToolFailure"}code;constructor(code,message,data){requireFailure({code,message},"a Tool\
Failure"),super(message),this.code=code,data!==void 0&&(this.data=data)}};function requireFailure(value,what){if(typeof value!="object"||value===null)
throw new TypeError(`${what} must be a ToolFailure, or an object with a code and a message`);let{code,message}=value;if(typeof code!="string"||code===
"")throw new TypeError(`the code of ${what} must be a non-empty string, such as "PAGE_NOT_FOUND"`);if(typeof message!="string")throw new TypeError(`th\
e message of ${what} must be a string`)}var hostsJson=`{"profiles":[{"host":"claude-code","title":"Claude Code","clientNames":["claude-code*"],"shape":"content","error":"text","why":"A succe\
ss with both channels loses its content here, and an error loses all but its first text block.","facts":[{"says":"It calls itself claude-code in initi\
alize.","date":"2026-08","evidence":"reported","source":"https://github.com/screenpipe/screenpipe/pull/5796"},{"says":"Where a success has structuredC\
ontent, the model sees it in place of the text blocks.","date":"2026-07","evidence":"reported","source":"https://github.com/anthropics/claude-code/iss\
ues/79944"},{"says":"The text blocks of a success are dropped when structuredContent is sent, as an earlier report also found.","date":"2026-05","evid\
ence":"reported","source":"https://github.com/anthropics/claude-code/issues/55677"},{"says":"Images of a success are dropped too when structuredConten\
t is sent.","date":"2026-04","evidence":"reported","source":"https://github.com/anthropics/claude-code/issues/54737"},{"says":"An error's structuredCo\
ntent is dropped: the model sees its text only.","date":"2026-09","evidence":"reported","source":"https://github.com/anthropics/claude-code/issues/860\
32"},{"says":"Of an error with several blocks only the first reaches the model.","date":"2026-03","evidence":"reported","source":"https://github.com/a\
nthropics/claude-code/issues/39976"},{"says":"A reply over 25,000 tokens is cut, unless the user sets another limit.","date":"2026-10","evidence":"rep\
orted","source":"https://qiita.com/akihidem/items/32e331a9cbe0abf3af11"},{"says":"A success over 50,000 characters goes to a file; the model is given \
its path.","date":"2026-10","evidence":"reported","source":"https://qiita.com/akihidem/items/32e331a9cbe0abf3af11"},{"says":"A tool can raise that lim\
it for itself with _meta[\\"anthropic/maxResultSizeChars\\"].","date":"2026-10","evidence":"reported","source":"https://qiita.com/akihidem/items/32e331a\
9cbe0abf3af11"},{"says":"The most that this member can ask for is 500,000 characters.","date":"2026-04","evidence":"reported","source":"https://github\
.com/smart-mcp-proxy/mcpproxy-go/pull/380"},{"says":"The text of an error is cut above about 11,000 characters.","date":"2026-10","evidence":"reported\
","source":"https://qiita.com/akihidem/items/32e331a9cbe0abf3af11"},{"says":"A tool that declares an outputSchema and sends no structuredContent fails\
.","date":"2026-04","evidence":"reported","source":"https://github.com/tuannvm/codex-mcp-server/issues/161"}]},{"host":"claude-desktop","title":"Claud\
e Desktop","clientNames":["claude-ai*","Anthropic/ClaudeAI*"],"shape":"content","error":"text","why":"It reads content only, so everything has to be t\
here.","facts":[{"says":"It calls itself claude-ai in initialize.","date":"2025-03","evidence":"reported","source":"https://github.com/modelcontextpro\
tocol/typescript-sdk/issues/179"},{"says":"A connector added on claude.ai is called from the service's side, under the name Anthropic/ClaudeAI.","date\
":"2026-07","evidence":"reported","source":"https://github.com/Kulitorum/Decenza/pull/1494"},{"says":"Behind mcp-remote a host's name gets an ending, \
(via mcp-remote and a version): hence the star.","date":"2026-08","evidence":"source","source":"https://github.com/geelen/mcp-remote/blob/HEAD/src/lib\
/utils.ts"},{"says":"The model sees content only: of a reply with a summary there and its rows in structuredContent, no rows.","date":"2026-02","evide\
nce":"reported","source":"https://github.com/blockscout/mcp-server/issues/324"},{"says":"An error reaches the model through content.","date":"2026-11"\
,"evidence":"reported","source":"https://github.com/blockscout/mcp-server/issues/324"}]},{"host":"vscode-copilot-chat","title":"VS Code Copilot Chat",\
"clientNames":["Visual Studio Code*","Code - OSS*"],"shape":"content","error":"text","why":"structuredContent would push out the text blocks, so conte\
nt alone carries everything.","facts":[{"says":"It calls itself by the product's long name in initialize.","date":"2026-11","evidence":"source","sourc\
e":"https://github.com/microsoft/vscode/blob/HEAD/src/vs/workbench/contrib/mcp/common/mcpServerRequestHandler.ts"},{"says":"The long name of the relea\
sed editor is Visual Studio Code.","date":"2026-02","evidence":"reported","source":"https://github.com/apify/mcp-client-capabilities/blob/HEAD/src/mcp\
_client_capabilities/mcp-clients.json"},{"says":"The long name of a build from the open repository is Code - OSS.","date":"2026-11","evidence":"source\
","source":"https://github.com/microsoft/vscode/blob/HEAD/product.json"},{"says":"Where a reply has structuredContent, the model sees it in place of t\
he text blocks.","date":"2026-11","evidence":"source","source":"https://github.com/microsoft/vscode/blob/HEAD/src/vs/workbench/contrib/mcp/common/mcpL\
anguageModelToolContribution.ts"},{"says":"Images and resources are kept beside structuredContent.","date":"2026-11","evidence":"source","source":"htt\
ps://github.com/microsoft/vscode/blob/HEAD/src/vs/workbench/contrib/mcp/common/mcpLanguageModelToolContribution.ts"},{"says":"annotations.audience is \
honoured: a block for the user alone is kept from the model.","date":"2026-11","evidence":"source","source":"https://github.com/microsoft/vscode/blob/\
HEAD/src/vs/workbench/contrib/mcp/common/mcpLanguageModelToolContribution.ts"},{"says":"An error's text reaches the model.","date":"2026-11","evidence\
":"source","source":"https://github.com/microsoft/vscode/blob/HEAD/src/vs/workbench/contrib/mcp/common/mcpLanguageModelToolContribution.ts"},{"says":"\
An error is built like a success: structuredContent, if there is any, replaces its text.","date":"2026-11","evidence":"source","source":"https://githu\
b.com/microsoft/vscode/blob/HEAD/src/vs/workbench/contrib/mcp/common/mcpLanguageModelToolContribution.ts"}]},{"host":"copilot-cli","title":"GitHub Cop\
ilot CLI","clientNames":["github-copilot-developer*"],"shape":"content","error":"text","why":"Both channels reach the model, so sending both would pay\
 for the payload twice.","facts":[{"says":"It calls itself github-copilot-developer in initialize.","date":"2026-04","evidence":"reported","source":"h\
ttps://github.com/github/copilot-cli/issues/1268"},{"says":"Of a success the model sees content and structuredContent.","date":"2026-08","evidence":"r\
eported","source":"https://github.com/github/copilot-cli/issues/4515"},{"says":"Of an error the model sees content and structuredContent.","date":"202\
6-11","evidence":"reported","source":"https://github.com/github/copilot-cli/issues/4515"},{"says":"A reply's text is cut at 10 KB; the report is close\
d, so later versions may differ.","date":"2026-02","evidence":"reported","source":"https://github.com/github/copilot-cli/issues/1732"}]},{"host":"copi\
lot-intellij","title":"GitHub Copilot for IntelliJ","clientNames":["JetBrains-*copilot-intellij*"],"shape":"content","error":"text","why":"Both channe\
ls are shown and probably reach the model, so sending both would pay for the payload twice.","facts":[{"says":"It calls itself JetBrains-IU/copilot-in\
tellij in initialize (IU stands for the IDE).","date":"2025-12","evidence":"reported","source":"https://github.com/allegro/blog/blob/HEAD/_posts/2025-\
12-02-mcp-server-jvm-copilot-quickstart.md"},{"says":"A list of clients has the same name with a dash for the slash, and JBC for another IDE.","date":\
"2026-02","evidence":"reported","source":"https://github.com/apify/mcp-client-capabilities/blob/HEAD/src/mcp_client_capabilities/mcp-clients.json"},{"\
says":"Of a success content and structuredContent are both shown, and probably both reach the model.","date":"2026-09","evidence":"reported","source":\
"https://github.com/microsoft/copilot-intellij-feedback/issues/2058"},{"says":"Of an error content and structuredContent both reach the model.","date"\
:"2026-11","evidence":"reported","source":"https://github.com/microsoft/copilot-intellij-feedback/issues/2058"},{"says":"A reply whose structuredConte\
nt doesn't fit the tool's outputSchema fails.","date":"2025-09","evidence":"reported","source":"https://github.com/microsoft/copilot-intellij-feedback\
/issues/734"}]},{"host":"codex","title":"Codex","clientNames":["codex-mcp-client*"],"shape":"content","error":"text","why":"structuredContent would re\
place everything else, images included, for successes and errors alike.","facts":[{"says":"It calls itself codex-mcp-client in initialize.","date":"20\
26-11","evidence":"source","source":"https://github.com/openai/codex/blob/HEAD/codex-rs/codex-mcp/src/rmcp_client.rs"},{"says":"Where a reply has stru\
cturedContent that isn't null, the model sees nothing else: no text, no images.","date":"2026-11","evidence":"source","source":"https://github.com/ope\
nai/codex/blob/HEAD/codex-rs/protocol/src/models.rs"},{"says":"Text is lost when structuredContent is sent beside it, as users of the desktop app foun\
d.","date":"2026-08","evidence":"reported","source":"https://github.com/openai/codex/issues/38287"},{"says":"Errors are treated the same: structuredCo\
ntent, if there is any, is all that the model sees.","date":"2026-11","evidence":"source","source":"https://github.com/openai/codex/blob/HEAD/codex-rs\
/protocol/src/models.rs"},{"says":"A reply over about 10 KiB or 256 lines is cut in the middle.","date":"2025-11","evidence":"reported","source":"http\
s://github.com/openai/codex/issues/6544"}]},{"host":"cursor","title":"Cursor","clientNames":["cursor-vscode*"],"shape":"content","error":"text","why":\
"It reads content first; a tool with an outputSchema keeps its structuredContent whatever the shape says.","facts":[{"says":"It calls itself cursor-vs\
code in initialize.","date":"2026-02","evidence":"reported","source":"https://github.com/apify/mcp-client-capabilities/blob/HEAD/src/mcp_client_capabi\
lities/mcp-clients.json"},{"says":"Of a success the model sees content first, since late 2025.","date":"2026-11","evidence":"reported","source":"https\
://github.com/WordPress/mcp-adapter/pull/37"},{"says":"A text block beside structuredContent reached the model in full.","date":"2026-07","evidence":"\
reported","source":"https://github.com/anthropics/claude-code/issues/79944"},{"says":"It enforces outputSchema: a tool that declares one and sends no \
structuredContent fails.","date":"2025-09","evidence":"reported","source":"https://github.com/WordPress/mcp-adapter/pull/37"},{"says":"An error reache\
s the model through content.","date":"2026-11","evidence":"reported","source":"https://github.com/WordPress/mcp-adapter/pull/37"}]},{"host":"chatgpt",\
"title":"ChatGPT apps","clientNames":["openai-mcp*"],"shape":"mirrored","error":"text","why":"An app's components read a success's structuredContent; \
an error's envelope wouldn't fit its schema.","facts":[{"says":"It calls itself openai-mcp in initialize.","date":"2026-07","evidence":"reported","sou\
rce":"https://github.com/basicmachines-co/basic-memory/pull/1035"},{"says":"The logs of another server show the same name for ChatGPT.","date":"2026-0\
7","evidence":"reported","source":"https://github.com/Kulitorum/Decenza/pull/1494"},{"says":"Of a success the model sees content and structuredContent\
.","date":"2026-01","evidence":"reported","source":"https://github.com/modelcontextprotocol/ext-apps/issues/380"},{"says":"_meta is hidden from the mo\
del.","date":"2026-01","evidence":"reported","source":"https://github.com/modelcontextprotocol/ext-apps/issues/380"},{"says":"_meta has reached the mo\
del at least once, so it is no place for secrets.","date":"2026-05","evidence":"reported","source":"https://github.com/openai/openai-apps-sdk-examples\
/issues/212"},{"says":"Of an error the model sees content and structuredContent, and no _meta.","date":"2026-11","evidence":"reported","source":"https\
://github.com/modelcontextprotocol/ext-apps/issues/380"}]},{"host":"gemini-cli","title":"Gemini CLI","clientNames":["gemini-cli-mcp-client*"],"shape":\
"content","error":"text","why":"It reads content only, so everything has to be there.","facts":[{"says":"It calls itself gemini-cli-mcp-client in init\
ialize.","date":"2026-08","evidence":"source","source":"https://github.com/google-gemini/gemini-cli/blob/HEAD/packages/core/src/tools/mcp-client.ts"},\
{"says":"Of a success the model sees content only.","date":"2026-11","evidence":"source","source":"https://github.com/google-gemini/gemini-cli/blob/HE\
AD/packages/core/src/tools/mcp-tool.ts"},{"says":"An error reaches the model as text.","date":"2026-11","evidence":"source","source":"https://github.c\
om/google-gemini/gemini-cli/blob/HEAD/packages/core/src/tools/mcp-tool.ts"},{"says":"That text is the whole reply written out as JSON, structuredConte\
nt included.","date":"2026-08","evidence":"source","source":"https://github.com/google-gemini/gemini-cli/blob/HEAD/packages/core/src/tools/mcp-tool.ts\
"}]},{"host":"goose","title":"Goose","clientNames":["goose*"],"shape":"content","error":"text","why":"It reads content only, so everything has to be t\
here.","facts":[{"says":"It calls itself goose-cli or goose-desktop in initialize, by the program that runs it.","date":"2026-11","evidence":"source",\
"source":"https://github.com/aaif-goose/goose/blob/HEAD/crates/goose/src/agents/agent.rs"},{"says":"A program that embeds it may put its own name ther\
e instead.","date":"2026-11","evidence":"source","source":"https://github.com/aaif-goose/goose/blob/HEAD/crates/goose/src/agents/mcp_client.rs"},{"say\
s":"A list of clients has it as goose.","date":"2026-02","evidence":"reported","source":"https://github.com/apify/mcp-client-capabilities/blob/HEAD/sr\
c/mcp_client_capabilities/mcp-clients.json"},{"says":"Of a success the model sees content, without the blocks that are for another audience.","date":"\
2026-11","evidence":"source","source":"https://github.com/aaif-goose/goose/blob/HEAD/crates/goose/src/conversation/message.rs"},{"says":"structuredCon\
tent was found missing from the results that it keeps, which hurt apps too.","date":"2026-06","evidence":"reported","source":"https://github.com/aaif-\
goose/goose/issues/10125"},{"says":"A text of over 200,000 characters goes to a file; the model is given its path.","date":"2026-11","evidence":"sourc\
e","source":"https://github.com/aaif-goose/goose/blob/HEAD/crates/goose/src/agents/large_response_handler.rs"},{"says":"An error reaches the model thr\
ough content.","date":"2026-11","evidence":"source","source":"https://github.com/aaif-goose/goose/blob/HEAD/crates/goose/src/conversation/message.rs"}\
]},{"host":"opencode","title":"opencode","clientNames":["opencode*"],"shape":"content","error":"text","why":"It reads content, and structuredContent o\
nly where content is empty.","facts":[{"says":"It calls itself opencode in initialize.","date":"2026-11","evidence":"source","source":"https://github.\
com/anomalyco/opencode/blob/HEAD/packages/opencode/src/mcp/index.ts"},{"says":"Before September 2025 it sent the name that the user gave the server.",\
"date":"2025-08","evidence":"reported","source":"https://github.com/anomalyco/opencode/pull/2289"},{"says":"Of a success the model sees content; struc\
turedContent only if content is empty.","date":"2026-06","evidence":"reported","source":"https://github.com/anomalyco/opencode/pull/34505"},{"says":"F\
or a few weeks in June 2026 structuredContent replaced everything else.","date":"2026-06","evidence":"reported","source":"https://github.com/anomalyco\
/opencode/pull/32074"},{"says":"An error reaches the model through content: its text blocks, joined.","date":"2026-11","evidence":"source","source":"h\
ttps://github.com/anomalyco/opencode/blob/HEAD/packages/opencode/src/mcp/catalog.ts"}]},{"host":"kimi","title":"Kimi","clientNames":["kimi-code*"],"sh\
ape":"content","error":"text","why":"It reads content, and structuredContent only where content is empty.","facts":[{"says":"Kimi Code calls itself ki\
mi-code in initialize.","date":"2026-08","evidence":"source","source":"https://github.com/MoonshotAI/kimi-code/blob/HEAD/packages/agent-core/src/mcp/c\
lient-shared.ts"},{"says":"The older Kimi CLI sets no name, so it sends the Python SDK's default, mcp: no name to match.","date":"2026-07","evidence":\
"source","source":"https://github.com/MoonshotAI/kimi-cli/blob/HEAD/src/kimi_cli/soul/toolset.py"},{"says":"Of a success the model sees content; struc\
turedContent only if content is empty.","date":"2026-08","evidence":"reported","source":"https://github.com/MoonshotAI/kimi-code/pull/3234"},{"says":"\
The older Kimi CLI shows the model content only.","date":"2026-04","evidence":"reported","source":"https://github.com/MoonshotAI/kimi-cli/issues/1919"\
},{"says":"An error reaches the model through content.","date":"2026-08","evidence":"source","source":"https://github.com/MoonshotAI/kimi-code/blob/HE\
AD/packages/agent-core/src/mcp/output.ts"}]},{"host":"hermes","title":"Hermes","clientNames":[],"shape":"content","error":"text","why":"All of content\
 reaches the model in every version, structuredContent only in some.","facts":[{"says":"It sets no name, so it sends the Python SDK's default, mcp: no\
 name to match.","date":"2026-11","evidence":"source","source":"https://github.com/NousResearch/hermes-agent/blob/HEAD/tools/mcp_tool_transport.py"},{\
"says":"The Python SDK's default name is mcp.","date":"2026-11","evidence":"source","source":"https://github.com/modelcontextprotocol/python-sdk/blob/\
HEAD/src/mcp/client/session.py"},{"says":"A change that would make it send a name of its own is proposed, not merged.","date":"2026-07","evidence":"re\
ported","source":"https://github.com/NousResearch/hermes-agent/pull/70074"},{"says":"Of a success the model sees content; structuredContent only if co\
ntent is empty.","date":"2026-08","evidence":"reported","source":"https://github.com/NousResearch/hermes-agent/pull/96807"},{"says":"That rule was rep\
orted as losing data.","date":"2026-09","evidence":"reported","source":"https://github.com/NousResearch/hermes-agent/issues/115430"},{"says":"Newer co\
de shows the model both, unless a text block holds the same JSON as structuredContent.","date":"2026-11","evidence":"source","source":"https://github.\
com/NousResearch/hermes-agent/blob/HEAD/tools/mcp_tool_handlers.py"},{"says":"An error reaches the model through content.","date":"2026-11","evidence"\
:"source","source":"https://github.com/NousResearch/hermes-agent/blob/HEAD/tools/mcp_tool_handlers.py"}]},{"host":"open-webui","title":"Open WebUI","c\
lientNames":[],"shape":"content","error":"text","why":"It reads content only, so everything has to be there.","facts":[{"says":"It sets no name, so it\
 sends the Python SDK's default, mcp: no name to match.","date":"2026-11","evidence":"source","source":"https://github.com/open-webui/open-webui/blob/\
HEAD/backend/open_webui/utils/mcp/client.py"},{"says":"The Python SDK's default name is mcp.","date":"2026-11","evidence":"source","source":"https://g\
ithub.com/modelcontextprotocol/python-sdk/blob/HEAD/src/mcp/client/session.py"},{"says":"Of a success the model sees content only; structuredContent i\
s dropped.","date":"2026-08","evidence":"reported","source":"https://github.com/usememos/memos/issues/6226"},{"says":"An error reaches the model throu\
gh content.","date":"2026-11","evidence":"source","source":"https://github.com/open-webui/open-webui/blob/HEAD/backend/open_webui/utils/mcp/client.py"\
}]}]}`;function hostProfiles(){return JSON.parse(hostsJson).profiles}var mirrored_default={version:1,defaults:{shape:"mirrored",error:"mirrored",budget:{items:"*",maxBytes:6e4,hint:"ask for the next page or narrow the f\
ilter"}}};var outline_default={version:1,prune:{"outline-node":{where:["id","text","children"],drop:{tokens:{in:"text",except:["kind"]}},dropEqual:{collapsed:!1,
todo:null},dropEmpty:["properties"]}},defaults:{shape:"content",error:"envelope",prune:["outline-node"],unwrap:"data"},tools:{outl_page_render:{flatten:{
member:"md",elsewhere:{slug:"arguments.slug"}}},outl_export_md:{flatten:{member:"md",elsewhere:{slug:"arguments.slug"}}}}};var structured_default={version:1,defaults:{shape:"structured",error:"text",textMember:"message"},tools:{read_file:{textMember:"content"}}};var presets=deepFreeze({outline:outline_default,structured:structured_default,mirrored:mirrored_default});function deepFreeze(object){for(let member of Object.
values(object))typeof member=="object"&&member!==null&&deepFreeze(member);return Object.freeze(object)}var INTEGERS={least:-(2n**63n),greatest:2n**64n-1n},DEPTH_LIMIT=128;function policyText(policy){if(!isPlainObject(policy))throw refusal([],`expected a\
 policy object, found ${nameOf(policy)}`);return objectText(policy,[],new Set)}function objectText(object,path,ancestors){return inside(object,path,ancestors,
()=>{let members=[];for(let[name,value]of Object.entries(object))if(value!==void 0){if(hasLoneSurrogate(name))throw refusal(path,"expected member name\
s in well-formed Unicode, found half of a surrogate pair");members.push(`${JSON.stringify(name)}:${valueText(value,[...path,name],ancestors)}`)}return`\
{${members.join(",")}}`})}function valueText(value,path,ancestors){switch(typeof value){case"boolean":return String(value);case"bigint":if(value>=INTEGERS.
least&&value<=INTEGERS.greatest)return String(value);throw refusal(path,"expected an integer of at most 64 bits");case"number":if(Number.isInteger(value)&&
!Number.isSafeInteger(value))throw refusal(path,`expected an integer up to 2^53, or a bigint: ${String(value)} may have been rounded`);if(Number.isFinite(
value))return String(value);break;case"string":if(!hasLoneSurrogate(value))return JSON.stringify(value);throw refusal(path,"expected well-formed Unico\
de, found half of a surrogate pair");case"object":if(value===null)return"null";if(Array.isArray(value))return listText(value,path,ancestors);if(isPlainObject(
value))return objectText(value,path,ancestors);break;default:}throw refusal(path,`expected a JSON value, found ${nameOf(value)}`)}function listText(list,path,ancestors){
return`[${inside(list,path,ancestors,()=>Array.from(list,(item,index)=>valueText(item,[...path,String(index)],ancestors))).join(",")}]`}function inside(container,path,ancestors,read){
if(ancestors.has(container))throw refusal(path,"expected a JSON value, found an object that contains itself");if(ancestors.size===DEPTH_LIMIT)throw refusal(
path,`expected at most ${String(DEPTH_LIMIT)} levels of nesting`);ancestors.add(container);let content=read();return ancestors.delete(container),content}
function isPlainObject(value){if(typeof value!="object"||value===null||Array.isArray(value))return!1;let prototype=Object.getPrototypeOf(value);return prototype===
null||Object.getPrototypeOf(prototype)===null}function hasLoneSurrogate(text){let asked=text;return asked.isWellFormed===void 0?/\p{Surrogate}/u.test(
text):!asked.isWellFormed()}function nameOf(value){switch(typeof value){case"undefined":return"undefined";case"number":return String(value);case"objec\
t":{if(value===null)return"null";if(Array.isArray(value))return"an array";let{name}=value.constructor??{};return typeof name=="string"&&name!==""?`an \
instance of ${name}`:"an object"}default:return`a ${typeof value}`}}function refusal(path,problem){let pointer=path.map(token=>`/${token.replaceAll("~",
"~0").replaceAll("/","~1")}`).join("");return new PolicyError(`${pointer===""?"the policy":pointer}: ${problem}`,pointer)}function saidTwice(policy,tool,result,call){let{content,structuredContent,isError,resultType,task}=result;if(isError===!0||task!==void 0||resultType!==
void 0&&resultType!=="complete"||!Array.isArray(content)||content.length!==1||!isPlainObject2(structuredContent))return;let[block]=content;if(!isPlainObject2(
block)||block.type!=="text"||typeof block.text!="string")return;let{text}=block;if(!/^\s*[[{]/.test(text))return;let member=policy.payloadMember(tool,
call);if(member===void 0)return;let{json,bigints}=serialize(payloadIn(structuredContent,member));if(bigints.size>0)return;let said=policy.pruneText(tool,
text);if(said===void 0||said!==policy.pruneText(tool,json))return;let members=Object.entries(result).filter(([name,value])=>name!=="structuredContent"&&
value!==void 0),blocks=[said===text?block:{...block,text:said}];return{...Object.fromEntries(members),content:blocks}}function payloadIn(structuredContent,member){
if(member===""||!Object.hasOwn(structuredContent,member))return member!==""&&structuredContent.ok===!1?void 0:structuredContent;let saysNothing=([name,
value])=>name===member||value===null||value===void 0||name==="ok"&&value===!0;return Object.entries(structuredContent).every(saysNothing)?structuredContent[member]:
void 0}function isPlainObject2(value){if(typeof value!="object"||value===null||"toJSON"in value)return!1;let prototype=Object.getPrototypeOf(value);return prototype===
Object.prototype||prototype===null}var enginePolicyOf,Projection=class{#policy;static{enginePolicyOf=projection=>#policy in projection?projection.#policy:void 0}constructor(policy,options={}){
let{host}=requireOptions(options);this.#policy=new EnginePolicy(policyText(policy),host)}success(tool,payload,call){let{answer,bigints}=this.#success(
tool,payload,call);return typeof answer=="string"?parse(answer,bigints,String):{content:answer.map(text=>({type:"text",text}))}}text(tool,payload,call){
let{answer}=this.#success(tool,payload,call);if(typeof answer!="string")return answer[0]??"";let[first]=JSON.parse(answer).content;return first?.type===
"text"?first.text:""}failure(tool,failure,call){requireTool(tool),requireFailure(failure,"the failure");let known=callText(call),{code,message,data}=failure,
{json,bigints}=serialize({code,message,data});return untrapped(()=>parse(this.#policy.failure(tool,json,known),bigints,String),()=>{let error=parse(json,
bigints,String);return{content:[{type:"text",text:`${code}: ${message}`}],structuredContent:{ok:!1,error},isError:!0}})}reply(tool,result,call){requireTool(
tool);let known=callText(call);return untrapped(()=>{let short=isObject(result)?saidTwice(this.#policy,tool,result,known):void 0;if(short!==void 0)return short;
let{json,bigints}=serialize(result),reply=this.#policy.reply(tool,json,known);return reply===void 0?result:parse(reply,bigints)},()=>result)}replyBytes(tool,result,call){
requireTool(tool),requireBytes(result,"the reply of replyBytes");let known=callText(call);return untrapped(()=>this.#policy.replyBytes(tool,result,known),
()=>result)}forms(tool,call){requireTool(tool);let[shape,error,outputSchema]=this.#policy.forms(tool,callText(call));return{shape,error,outputSchema}}explain(tool,payloadOrReply,call){
requireTool(tool);let{json}=serialize(payloadOrReply),known=callText(call);return untrapped(()=>this.#policy.explain(tool,json,known),()=>[])}prune(tool,payload){
requireTool(tool);let{json,bigints}=serialize(payload);return untrapped(()=>parse(this.#policy.prune(tool,json),bigints),()=>payload)}pruneBytes(tool,payload){
return requireTool(tool),requireBytes(payload,"the payload of pruneBytes"),untrapped(()=>this.#policy.pruneBytes(tool,payload),()=>new Uint8Array(payload))}pruneInto(tool,payload,destination){
return requireTool(tool),requireBytes(payload,"the payload of pruneInto"),requireBytes(destination,"the destination of pruneInto"),untrapped(()=>this.#policy.
pruneInto(tool,payload,destination),()=>(destination.set(payload),payload.length))}#success(tool,payload,call){requireTool(tool);let{json,bigints}=serialize(
payload),known=callText(call);return{answer:untrapped(()=>this.#policy.success(tool,json,known),()=>[json]),bigints}}};function untrapped(answer,unprojected){
try{return answer()}catch(error){if(error instanceof EngineTrap)return unprojected();throw error}}function requireTool(tool){if(typeof tool!="string")
throw new TypeError(`the tool's name must be a string, not ${kindOf(tool)}`)}function requireOptions(options){if(!isObject(options))throw new TypeError(
`the options must be an object such as { host }, not ${kindOf(options)}`);let{host}=options;if(host===void 0)return{};if(typeof host!="string")throw new TypeError(
`the host must be a string, not ${kindOf(host)}`);return{host}}function requireBytes(bytes,what){if(!(bytes instanceof Uint8Array||isForeignUint8Array(
bytes)))throw new TypeError(`${what} must be a Uint8Array, not ${kindOf(bytes)}`)}function isForeignUint8Array(bytes){return ArrayBuffer.isView(bytes)&&
Object.prototype.toString.call(bytes)==="[object Uint8Array]"}var LF=10,CR=13,OpenText=class{#parts=[];length=0;add(part){part.length!==0&&(this.#parts.push(part),this.length+=part.length)}take(){let parts=this.#parts;
return this.#parts=[],this.length=0,parts}takeWith(last){if(this.length===0)return last;let whole=new Uint8Array(this.length+last.length),at=0;for(let part of[
...this.take(),last])whole.set(part,at),at+=part.length;return whole}};function clientLines(maxBytes,sees){let open=new OpenText,isTooLong=!1;return{push(chunk){
requireBytes(chunk,"the chunk");let start=0;for(let end=chunk.indexOf(LF);end!==-1;end=chunk.indexOf(LF,start)){let text=chunk.subarray(start,end);start=
end+1,isTooLong||sees(open.takeWith(text)),isTooLong=!1}isTooLong||open.add(chunk.subarray(start)),!(open.length<=maxBytes+1)&&(open.take(),isTooLong=
!0)}}}function serverLines({maxBytes,goesOn,missed}){let open=new OpenText,isPassing=!1;return{push(chunk){requireBytes(chunk,"the chunk");let out=[],
start=0;for(let end=chunk.indexOf(LF);end!==-1;end=chunk.indexOf(LF,start)){let text=chunk.subarray(start,end+1);start=end+1,out.push(isPassing?text:goesOn(
open.takeWith(text),1)),isPassing=!1}return open.add(chunk.subarray(start)),!isPassing&&open.length>maxBytes+1&&(isPassing=!0,missed()),isPassing?[...out,
...open.take()]:out},finish(){return isPassing=!1,open.take()}}}function serverEvents({maxBytes,goesOn,missed}){let open=new OpenText,isPassing=!1,isFirst=!0,
hasText=!1,textEnd=0,isBehindReturn=!1,isTooLong=()=>isPassing||textEnd<=maxBytes?isPassing:(missed(),!0),ended=event=>{let kind=isFirst?3:2,out=isTooLong()?
event:goesOn(event,kind);return isPassing=!1,isFirst=!1,textEnd=0,out};return{push(chunk){requireBytes(chunk,"the chunk");let out=[],start=0,lineEnds=endsOfLines(
chunk);for(let at=0;at<chunk.length;){let end=lineEnds(at);if(end>at&&(hasText=!0,textEnd=open.length+end-start,isBehindReturn=!1),end===chunk.length)
break;at=end+1;let belongsToReturn=isBehindReturn&&chunk[end]===LF;if(isBehindReturn=chunk[end]===CR,belongsToReturn){open.length===0&&start===end&&(out.
push(chunk.subarray(start,at)),start=at);continue}hasText||(out.push(ended(open.takeWith(chunk.subarray(start,at)))),start=at),hasText=!1}return open.
add(chunk.subarray(start)),isTooLong()?(isPassing=!0,isFirst=!1,[...out,...open.take()]):out},finish(){let rest=open.take();return isPassing=hasText=isBehindReturn=
!1,isFirst=!0,textEnd=0,rest}}}function endsOfLines(chunk){let next=(byte,at)=>{let found=chunk.indexOf(byte,at);return found===-1?chunk.length:found},
lineFeed=-1,carriageReturn=-1;return at=>(lineFeed<at&&(lineFeed=next(LF,at)),carriageReturn<at&&(carriageReturn=next(CR,at)),Math.min(lineFeed,carriageReturn))}var MEBIBYTE=1024*1024,MOST=2**31-1,Session=class _Session{#projection;#policy;#options;#state;constructor(projection,options={}){let policy=isObject(
projection)?enginePolicyOf(projection):void 0;if(policy===void 0)throw new TypeError(notAProjection(projection));this.#projection=projection,this.#policy=
policy,this.#options=requireOptions2(options),this.#state=newState(this.#options),options.assumesOutputSchema===!0&&this.#assumeOutputSchemas()}fork(){
let fork=new _Session(this.#projection,{...this.#options,assumesOutputSchema:!1}),{tools,facts}=this.#state;return Object.assign(fork.#state,{tools,facts}),
fork}fromClient(message){requireBytes(message,"the message"),!(message.length>this.#state.maxMessageBytes)&&this.#untrapped(()=>{this.#policy.clientSends(
this.#state,message)})}fromServer(message){return requireBytes(message,"the message"),this.#fromServer(message,0)}clientLines(){return clientLines(this.#state.
maxMessageBytes,message=>{this.fromClient(message)})}serverLines(){return serverLines(this.#serverMessages())}serverEvents(){return serverEvents(this.#serverMessages())}#serverMessages(){
return{maxBytes:this.#state.maxMessageBytes,goesOn:(text,kind)=>this.#fromServer(text,kind),missed:()=>{this.#missed()}}}#missed(){this.#untrapped(()=>{
this.#policy.missed(this.#state)})}#fromServer(text,kind){let{requests,lists,maxMessageBytes,reports}=this.#state;if(requests.texts+lists.texts===0)return text;
if(kind===0&&text.length>maxMessageBytes)return this.#missed(),text;let changed=this.#untrapped(()=>this.#policy.serverSends(this.#state,text,kind));for(let report of reports?.
splice(0)??[])this.#report(report);return changed===void 0||this.#options.dryRun===!0?text:changed}#report(report){try{this.#options.onReply?.(report)}catch(error){
queueMicrotask(()=>{throw error})}}#untrapped(answer){try{return answer()}catch(error){if(!(error instanceof EngineTrap))throw error;this.#assumeOutputSchemas();
return}}#assumeOutputSchemas(){this.#state.facts.put("assumesOutputSchema",new Uint8Array)}};function newState(options){let{maxMessageBytes=64*MEBIBYTE,
maxPending=1e4,maxPendingBytes=16*MEBIBYTE,onReply}=options;return{requests:new OwnShelf,lists:new OwnShelf,tools:new OwnShelf,facts:new OwnShelf,maxMessageBytes:Math.
min(maxMessageBytes,MOST),maxPending:Math.min(maxPending,MOST),maxPendingBytes:Math.min(maxPendingBytes,MOST),reports:onReply===void 0?void 0:[]}}var OwnShelf=class{#texts=new Map;#bytes=0;put(key,text){
this.take(key),this.#texts.set(key,text.slice()),this.#bytes+=key.length+text.length}get(key){return this.#texts.get(key)}take(key){let text=this.#texts.
get(key);if(text!==void 0)return this.#texts.delete(key),this.#bytes-=key.length+text.length,text}takeOldest(){let[oldest]=this.#texts.keys();return oldest===
void 0?void 0:this.take(oldest)}get texts(){return this.#texts.size}get bytes(){return this.#bytes}};function notAProjection(projection){return isObject(
projection)&&typeof projection.replyBytes=="function"?"the projection is of another copy of mcp-projection: load the package either by `import` everyw\
here or by `require` everywhere":`the projection must be a Projection of this package, not ${kindOf(projection)}`}function requireOptions2(options){if(!isObject(
options))throw new TypeError(`the options must be an object such as { maxPending }, not ${kindOf(options)}`);let known=options;for(let name of["maxMes\
sageBytes","maxPending","maxPendingBytes"]){let most=known[name];if(most!==void 0&&!(Number.isSafeInteger(most)&&most>=0))throw new TypeError(`${name}\
 must be a whole number from 0 on, not ${typeof most=="number"?String(most):kindOf(most)}`)}for(let name of["assumesOutputSchema","dryRun"]){let flag=known[name];
if(flag!==void 0&&typeof flag!="boolean")throw new TypeError(`${name} must be a boolean, not ${kindOf(flag)}`)}let{onReply}=known;if(onReply!==void 0&&
typeof onReply!="function")throw new TypeError(`onReply must be a function, not ${kindOf(onReply)}`);return options}var version="0.1.0";var version2=version;0&&(module.exports={JsonError,ModuleError,PolicyError,Projection,Session,ToolFailure,expandColumns,hostProfiles,init,initFrom,initSync,presets,supply,
version});
