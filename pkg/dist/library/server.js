import{Projection,ToolFailure}from"./index.js";var NO_BIGINTS=new Set;function serialize(payload){try{return{json:stringify(payload)??"null",bigints:NO_BIGINTS}}catch(error){if(!(error instanceof TypeError))
throw error;return serializeBigints(payload,error)}}function stringify(payload,replacer){return JSON.stringify(payload,replacer)}function serializeBigints(payload,refusal){for(let attempt=0;;attempt+=1){
let marker=`bigint ${String(attempt)} ${String(Math.random())} `,bigints=new Set,written=0,json;try{json=stringify(payload,(_name,value)=>{let bigint=bigintOf(
value);if(bigint===void 0)return value;written+=1;let digits=String(bigint);return Number.isSafeInteger(Number(bigint))||bigints.add(digits),marker+digits})}catch(error){
throw written===0?refusal:error}if(written===0||json===void 0)throw refusal;let[head="",...marked]=json.split(`"${marker}`);if(marked.length===written)
return{json:head+marked.map(text=>text.replace('"',"")).join(""),bigints}}}function bigintOf(value){if(typeof value=="bigint")return value;if(value instanceof
BigInt)try{return BigInt.prototype.valueOf.call(value)}catch{return}}function registrations(server){return server._registeredTools??{}}function registrationOf(server,name){let all=registrations(server);return Object.hasOwn(
all,name)?all[name]:void 0}var wrapped=new WeakSet;function wrapHandler(registration,around){let slot=["executor","handler","callback"].find(name=>registration[name]!==
void 0),handler=slot===void 0?void 0:registration[slot];if(slot===void 0||typeof handler!="function"||wrapped.has(handler))return;let outer=around(handler);
wrapped.add(outer),registration[slot]=outer}function methodOf(schemaOrMethod){if(typeof schemaOrMethod!="object"||schemaOrMethod===null)return schemaOrMethod;
let{shape,_def:def,_zod:zod}=schemaOrMethod,members=shape??zod?.def?.shape??def?.shape,method=(typeof members=="function"?members():members)?.method;return method?.
value??method?._def?.value??method?._zod?.def?.values?.[0]}var ListedTools=class{#outputSchemas=new Map;#strips;constructor(strips){this.#strips=strips}outputSchema(tool2){return this.#outputSchemas.get(tool2)}wrap(handler){
return async(request,extra)=>this.#read(await handler(request,extra))}#read(result){if(typeof result!="object"||result===null||!("tools"in result)||!Array.
isArray(result.tools))return result;let tools=result.tools.map(tool2=>this.#listed(tool2));return tools.every((tool2,index)=>tool2===result.tools[index])?
result:{...result,tools}}#listed(tool2){if(typeof tool2!="object"||tool2===null)return tool2;let{name,outputSchema,...rest}=tool2;return typeof name!=
"string"?tool2:typeof outputSchema!="object"||outputSchema===null?(this.#outputSchemas.delete(name),tool2):(this.#outputSchemas.set(name,outputSchema),
this.#strips(name)?{name,...rest}:tool2)}};var payloads=new WeakMap;function payloadOf(result){return typeof result=="object"&&result!==null?payloads.get(result):void 0}function tool(handler,options={}){
return async(...parameters)=>{let value=await handler(...parameters),reply=lazily(value),{summary}=options;return payloads.set(reply,{value,summary:summary&&
(cut=>summary(value,cut))}),reply}}function unprojected(value){let{content,...rest}=lazily(value);return{content,...rest}}function lazily(value){let reply={
get content(){return[{type:"text",text:serialize(value).json}]}};return typeof value=="object"&&value!==null&&!Array.isArray(value)?Object.assign(reply,
{structuredContent:value}):reply}function projectReplies(server,policy,options={}){if(typeof server!="object"||server===null)throw new TypeError(NO_SERVER);let{host}=options,projection=isProjection(
policy)?policy:new Projection(policy,{host});return new ServerProjection(server,projection,options).install(),server}var NO_SERVER="expected an McpSer\
ver or a Server of the MCP TypeScript SDK";function isProjection(policy){return"success"in policy&&typeof policy.success=="function"}var installed=new WeakSet,
ServerProjection=class{#server;#internals;#projection;#options;#listed;#calls=new WeakMap;constructor(server,projection,options){this.#server=server,this.#internals=
"server"in server?server.server:server,this.#projection=projection,this.#options=options,this.#listed=new ListedTools(name=>projection.forms(name).outputSchema===
"strip")}install(){let internals=this.#internals;if(typeof internals.setRequestHandler!="function")throw new TypeError(NO_SERVER);if(installed.has(internals))
throw new Error("the replies of this server are projected already");let registered=Object.entries(registrations(this.#server));for(let[name,{outputSchema}]of registered)
this.#requireContract(name,outputSchema);installed.add(internals);for(let[name,registration]of registered)this.#overrideUpdate(name,registration);this.#replaceInstalled(
"tools/call",handler=>this.#wrapCall(handler)),this.#replaceInstalled("tools/list",handler=>this.#listed.wrap(handler)),this.#overrideSetRequestHandler(),
this.#overrideRegistration()}#replaceInstalled(method,wrap){let handlers=this.#internals._requestHandlers,handler=handlers?.get(method);handler!==void 0&&
handlers?.set(method,wrap(handler))}#overrideSetRequestHandler(){let internals=this.#internals,original=internals.setRequestHandler.bind(internals);internals.
setRequestHandler=(schemaOrMethod,...rest)=>{let method=methodOf(schemaOrMethod),handler=rest.at(-1);return typeof handler=="function"&&(method==="too\
ls/call"&&(rest[rest.length-1]=this.#wrapCall(handler)),method==="tools/list"&&(rest[rest.length-1]=this.#listed.wrap(handler))),original(schemaOrMethod,
...rest)}}#overrideRegistration(){let server=this.#server,{registerTool,tool:tool2}=server;typeof registerTool=="function"&&(server.registerTool=(name,config,...rest)=>{
this.#requireContract(name,config.outputSchema);let registered=registerTool.call(server,name,config,...rest);return this.#overrideUpdate(name,registered),
registered}),typeof tool2=="function"&&(server.tool=(name,...rest)=>{this.#requireContract(name,void 0);let registered=tool2.call(server,name,...rest);
return this.#overrideUpdate(name,registered),registered})}#overrideUpdate(registeredName,registered){let tool2=registered,{update}=tool2;if(typeof update!=
"function")return;let name=registeredName;tool2.update=updates=>{let newName=typeof updates.name=="string"?updates.name:name;this.#requireContract(newName,
updates.outputSchema??tool2.outputSchema),update.call(tool2,updates),name=newName}}#requireContract(name,outputSchema){let{shape,outputSchema:fate}=this.#projection.
forms(name);if(shape==="content"&&outputSchema!==void 0&&fate==="keep")throw new Error(`tool "${name}" has an outputSchema, so that its clients insist\
 on structuredContent, but its replies have shape "content"; expected no outputSchema, another shape, or "outputSchema": "strip" in the policy`);if(shape===
"structured"&&outputSchema===void 0)throw new Error(`tool "${name}" has no outputSchema, but its replies have shape "structured"; expected an outputSc\
hema or another shape`)}#wrapCall(handler){return async(request,extra)=>{let{name}=request.params,open={call:this.#callOf(request),payload:void 0,failure:void 0};
typeof extra=="object"&&extra!==null&&this.#calls.set(extra,open),this.#wrapRegistered(name);let result;try{result=await handler(request,extra)}catch(error){
return open.failure??this.#failed(name,error,open.call)}if(open.failure!==void 0)return open.failure;let payload=isFailure(result)?void 0:open.payload??
payloadOf(result);return payload===void 0?this.#projected(name,result,open.call):this.#projectedPayload(name,payload,open.call)}}#wrapRegistered(name){
let registration=registrationOf(this.#server,name);registration!==void 0&&wrapHandler(registration,handler=>async(...parameters)=>{let extra=parameters.
at(-1),open=typeof extra=="object"&&extra!==null?this.#calls.get(extra):void 0,result;try{result=await handler(...parameters)}catch(error){if(open===void 0)
throw error;return open.failure=this.#failed(name,error,open.call),open.failure}if(open===void 0)return result;if(isFailure(result))return open.failure=
this.#projected(name,result,open.call),open.failure;let payload=payloadOf(result);if(payload===void 0)return result;open.payload=payload;let{outputSchema}=registration;
return outputSchema===void 0?{content:[]}:{content:[],structuredContent:payload.value}})}#callOf({params}){let internals=this.#internals,{host}=this.#options,
outputSchema=this.#listed.outputSchema(params.name);return{arguments:params.arguments,host:host==="auto"?internals.getClientVersion?.()?.name:host,revision:internals.
getNegotiatedProtocolVersion?.()??"2025-11-25",declaresOutputSchema:outputSchema!==void 0||registrationOf(this.#server,params.name)?.outputSchema!==void 0,
outputSchema}}#failed(name,error,call){if(isProtocolError(error))throw error;let{code,message,data}=isToolFailure(error)?error:this.#internalError(name,
error),failure={code,message,data};try{return this.#finished(name,failure,this.#projection.failure(name,failure,call),()=>[])}catch(problem){return this.#options.
onError?.(problem,name),{content:[{type:"text",text:`${code}: ${message}`}],isError:!0}}}#internalError(name,error){this.#options.onError?.(error,name);
let message=error instanceof Error?error.message:String(error);return new ToolFailure("INTERNAL_ERROR",this.#options.exposeMessages===!0?message:"the \
tool failed")}#projected(name,result,call){if(typeof result!="object"||result===null)return result;try{let reply=this.#projection.reply(name,result,call);
return this.#finished(name,result,reply,()=>this.#projection.explain(name,result,call))}catch(error){return this.#options.onError?.(error,name),result}}#projectedPayload(name,payload,call){
let{value}=payload;try{let known={...call,summary:this.#summaryOf(name,payload,void 0)},reply=this.#projection.success(name,value,known),cut=payload.summary===
void 0?void 0:cutListOf(reply);if(cut===void 0)return this.#finished(name,value,reply,()=>this.#projection.explain(name,value,known));let knowing={...call,
summary:this.#summaryOf(name,payload,cut)},explain=()=>this.#projection.explain(name,value,knowing);return this.#finished(name,value,this.#projection.
success(name,value,knowing),explain)}catch(error){this.#options.onError?.(error,name);try{return unprojected(value)}catch(unserialisable){return this.#failed(
name,unserialisable,call)}}}#summaryOf(name,{summary},cut){try{return summary?.(cut)}catch(error){this.#options.onError?.(error,name);return}}#finished(tool2,source,reply,explain){
let{onProjection}=this.#options;if(onProjection!==void 0)try{onProjection({tool:tool2,bytesBefore:bytesIn(source),bytesAfter:bytesIn(reply),decisions:explain()})}catch(error){
this.#options.onError?.(error,tool2)}return reply}};function cutListOf({structuredContent,_meta}){let counts=_meta?.["mcp-projection/budget"]??structuredContent;
if(typeof counts!="object")return;let{truncated,returnedCount,totalCount}=counts;return truncated===!0&&typeof returnedCount=="number"&&typeof totalCount==
"number"?{returnedCount,totalCount}:void 0}function isProtocolError(error){return error instanceof Error&&typeof error.code=="number"}function isFailure(result){
return typeof result=="object"&&result!==null&&result.isError===!0}function isToolFailure(error){return error instanceof Error&&error.name==="ToolFail\
ure"&&typeof error.code=="string"}var encoder=new TextEncoder;function bytesIn(value){return encoder.encode(serialize(value).json).length}export{projectReplies,tool};
